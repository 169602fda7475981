/** Declares what tests use of Node; the app's own types are those of browsers only. */
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}
