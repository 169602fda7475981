import type { ImportInput } from '@/api/types';

import { separatorOf } from './import-separator';

export type ImportFormat = ImportInput['format'];

/** The forms that the server reads. */
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

/**
 * What a text seems to be. A first row with a column `keyword` makes it a table; without one a file
 * that is called a table and has columns is taken for one too, so that the server says what it lacks.
 */
export function guessFormat(text: string, fileName = ''): ImportFormat {
  const first = /\S.*/.exec(text)?.[0] ?? '';
  const columns = first
    .split(separatorOf(first))
    .map((name) => name.replaceAll('"', '').trim().toLowerCase());
  if (columns.includes('keyword')) return 'csv';
  return /\.csv$/i.test(fileName) && columns.length > 1 ? 'csv' : 'f5bot';
}
