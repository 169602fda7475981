import { MAX_IMPORT, tooMuch } from './import-file';
import type { ImportList } from './import-rows';

/** Returns why a list cannot be sent, if it cannot. */
export function listProblem({ header, rows }: ImportList, text: string): string | undefined {
  if (text.length > MAX_IMPORT) return tooMuch;
  if (rows.length > 0) return undefined;
  return header ? 'There are no lines below the first row' : 'Paste a list or choose a file';
}
