import 'vitest';

declare module 'vitest' {
  /** The values that vite.config.ts provides to the tests. */
  // Declaration merging requires an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  export interface ProvidedContext {
    /** A file of real posts and comments, one object per line. */
    items: { path: string; isThere: boolean };
  }
}
