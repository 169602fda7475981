import { expect, test } from 'vitest';

import { csvOf } from './csv';

test('cells are quoted where they must be', () => {
  expect(csvOf(['keyword', 'matches'], [['say "tea", or', '1800']])).toBe(
    'keyword,matches\r\n"say ""tea"", or",1800\r\n',
  );
});

test('no cell is a formula, and a negative number is a number', () => {
  expect(csvOf(['a'], [['=HYPERLINK("x")'], ['@cmd'], ['-12']])).toBe(
    'a\r\n"\'=HYPERLINK(""x"")"\r\n\'@cmd\r\n-12\r\n',
  );
});
