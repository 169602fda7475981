import type { ImportLine } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { type ImportPart, partText, rowsByLine } from './import-parts';

/** Imports a part. Returns the outcome of each row, with the whole row and its line in the list. */
export async function importWatches(part: ImportPart): Promise<ImportLine[]> {
  const body = { text: partText(part), format: part.format };
  const { lines } = await unwrap(api.POST('/api/keywords/import', { body }));
  const rows = rowsByLine(part);
  return lines.map((line) => ({ ...line, ...rows.get(line.line) }));
}
