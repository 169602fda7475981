import type { ImportInput } from '@/api/types';

import { plainLines, tableIn } from './import-separator';

export type ImportFormat = ImportInput['format'];

/** The formats that the server reads. */
export const importFormats: {
  value: ImportFormat;
  label: string;
  hint: string;
  example: string;
}[] = [
  {
    value: 'f5bot',
    label: 'List',
    hint: 'One keyword per line, as in F5Bot.',
    example: 'green tea\nacme.com only-reddit',
  },
  {
    value: 'csv',
    label: 'Table (CSV)',
    hint: 'The first row names the columns; only “keyword” is required. You can also paste cells from a spreadsheet.',
    example: 'keyword,mode,subreddits\n"tea, green",,tea\nkettle OR teapot,query,',
  },
];

/** The names of the column of keywords, without what people put between letters. */
const KEYWORD = /^(?:keywords?|(?:search)?terms?)$/;

/**
 * Guesses the format of a text: a table if its first row has a column `keyword`, or if a file is
 * named as a table and has columns, so that the server reports what it lacks.
 */
export function guessFormat(text: string, fileName = ''): ImportFormat {
  const table = tableIn(plainLines(text));
  const first = /\S.*/.exec(table.text)?.[0] ?? '';
  const columns = first
    .split(table.separator)
    .map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const isTable = columns.length > 1 || /^keywords?$/.test(columns[0] ?? '');
  if (isTable && columns.some((name) => KEYWORD.test(name))) return 'csv';
  return /\.(?:csv|tsv)$/i.test(fileName) && columns.length > 1 ? 'csv' : 'f5bot';
}
