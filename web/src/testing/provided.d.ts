import 'vitest';

declare module 'vitest' {
  /** What vite.config.ts tells the tests. */
  // Only an interface adds to another.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** A file of real posts and comments, an object a line. */
    items: { path: string; isThere: boolean };
  }
}
