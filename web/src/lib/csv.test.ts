import { expect, test } from 'vitest';

import { toCsv } from './csv';

test('fields are quoted where RFC 4180 asks for it', () => {
  expect(toCsv([['plain', 'a,b', 'say "hi"', 'two\nlines']])).toBe(
    '\uFEFFplain,"a,b","say ""hi""","two\nlines"\r\n',
  );
});

test.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\t=1', '\r=1', ' =1+1'])(
  'a spreadsheet takes %j for text',
  (field) => {
    const [written = ''] = toCsv([[field]])
      .slice(1)
      .split(/\r\n$/);
    expect(written.replace(/^"/, '')).toMatch(/^'/);
  },
);

test('negative numbers stay numbers', () => {
  expect(toCsv([['-0.25', '-3']])).toBe('\uFEFF-0.25,-3\r\n');
});

test('a field that is quoted or negative, beside another', () => {
  expect(
    toCsv([
      ['keyword', 'matches'],
      ['say "tea", or', '1800'],
    ]),
  ).toBe('\uFEFFkeyword,matches\r\n"say ""tea"", or",1800\r\n');
  expect(toCsv([['a'], ['=HYPERLINK("x")'], ['@cmd'], ['-12']])).toBe(
    '\uFEFFa\r\n"\'=HYPERLINK(""x"")"\r\n\'@cmd\r\n-12\r\n',
  );
});
