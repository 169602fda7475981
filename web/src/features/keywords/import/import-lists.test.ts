import { describe, expect, test } from 'vitest';

import { guessFormat, importFormats } from './import-format';
import { linesText, notesOf } from './import-outcome';
import { partsOf, partText, rowsByLine } from './import-parts';
import { readList } from './import-rows';

const bodyBytes = (text: string) => new TextEncoder().encode(JSON.stringify({ text })).length;

describe('the format is guessed', () => {
  test.each(importFormats)('of the example of “$label”', ({ value, example }) => {
    expect(guessFormat(example)).toBe(value);
  });

  test.each([
    ['', '', 'f5bot'],
    ['green tea\nkeyword', '', 'f5bot'],
    ['\uFEFF\n\n"Keyword" , Mode\ntea,', '', 'csv'],
    ['keyword\ntea', '', 'csv'],
    ['salt, pepper\ntea', '', 'f5bot'],
    ['mode;keyword\n;tea', '', 'csv'],
    ['\tkeyword\n1\ttea', '', 'csv'],
    ['term,label\ntea,drink', 'watches.CSV', 'csv'],
    ['term;label\ntea;drink', 'watches.csv', 'csv'],
    ['tea\ncoffee', 'watches.csv', 'f5bot'],
    ['keyword,subreddits\rboiler,rust\rkettle,rust\r', '', 'csv'],
    ['sep=;\r\n"Search term";Mode\r\ntea;', '', 'csv'],
    [';;\n;Keywords;\n;tea;', '', 'csv'],
    ['terms\ntea', '', 'f5bot'],
  ])('%j in a file called %j is %s', (text, fileName, format) => {
    expect(guessFormat(text, fileName)).toBe(format);
  });
});

describe('rows', () => {
  test('are the same with any line ends, after a declared separator and between blank rows', () => {
    const table = 'keyword;mode\n"tea\n""green""";\n;;\ncoffee;\n';
    for (const end of ['\n', '\r', '\r\n']) {
      const { header, rows } = readList(`sep=;\n${table}`.replaceAll('\n', end), 'csv');
      expect(header).toBe('keyword;mode');
      expect(rows).toEqual([
        { line: 3, source: '"tea\n""green""";' },
        { line: 6, source: 'coffee;' },
      ]);
    }
    expect(readList('sep=:\nkeyword:mode\ntea:', 'csv').header).toBe('sep=:\nkeyword:mode');
  });

  test('of a list are the lines with text in them, with their numbers', () => {
    expect(readList('\uFEFFtea\r\n\r\n  \ncof"fee\rmilk', 'f5bot')).toEqual({
      format: 'f5bot',
      header: null,
      rows: [
        { line: 1, source: 'tea' },
        { line: 4, source: 'cof"fee' },
        { line: 5, source: 'milk' },
      ],
    });
  });

  test('of a table follow the first, and span several lines within quotes', () => {
    const text = '\nkeyword,"mode"\n"tea\nor ""\nmilk",query\n\ncof"fee\n"a"b\n';
    expect(readList(text, 'csv')).toEqual({
      format: 'csv',
      header: 'keyword,"mode"',
      rows: [
        { line: 3, source: '"tea\nor ""\nmilk",query' },
        { line: 7, source: 'cof"fee' },
        { line: 8, source: '"a"b' },
      ],
    });
  });

  test('of a table are not cut at the separators in blank lines above it', () => {
    const { header, rows } = readList('\t\t\nkeyword,mode\nx\t"tea\n', 'csv');
    expect(header).toBe('keyword,mode');
    expect(rows).toEqual([{ line: 3, source: 'x\t"tea' }]);
  });

  test.each([
    ['keyword;mode', ['tea, "green";', '"tea;\ngreen";query']],
    ['keyword|mode', ['tea, "green"|', '"tea|\ngreen"|query']],
    ['\tkeyword', ['1\t"tea\ngreen"', '2\tcof"fee\t']],
    ['"a;b",keyword', ['x,"tea\ngreen"', 'x;"y,tea']],
    ['"a\n,b";keyword', [';"tea\ngreen"', ',"y;tea']],
  ])('of a table are cut at the separator of its first row: %j', (header, sources) => {
    const list = readList([header, ...sources].join('\n'), 'csv');
    expect([list.header, ...list.rows.map(({ source }) => source)]).toEqual([header, ...sources]);
  });

  test('a quote that never closes takes the rest', () => {
    const { rows } = readList('keyword\n"tea\ncoffee\n', 'csv');
    expect(rows).toEqual([{ line: 2, source: '"tea\ncoffee\n' }]);
  });

  test('an empty table has none', () => {
    expect(readList(' \n', 'csv')).toEqual({ format: 'csv', header: '', rows: [] });
  });
});

describe('parts', () => {
  const many = (count: number, word: string) =>
    Array.from({ length: count }, (_, n) => `${word} ${n}`).join('\n');

  test.each([
    ['ASCII', 'keyword'.repeat(20)],
    ['what takes three bytes', 'キーワード'.repeat(20)],
    ['what is escaped', '"\\\t'.repeat(40)],
  ])('fit into a body: %s', (_what, word) => {
    const { parts, tooLong } = partsOf(readList(many(2_000, word), 'f5bot'));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(bodyBytes(partText(part))).toBeLessThanOrEqual(64 * 1024);
    expect(parts.map(partText).join('\n')).toBe(many(2_000, word));
    expect(tooLong).toEqual([]);
  });

  test('have no more lines than the server reads at once', () => {
    const { parts } = partsOf(readList(many(12_000, 'x').replaceAll('x ', ''), 'f5bot'));
    expect(parts.map(({ rows }) => rows.length)).toEqual([5_000, 5_000, 2_000]);
  });

  test('of a table each begin with the first row, and keep a row of several lines whole', () => {
    const row = `"tea\n${'x'.repeat(20_000)}",query`;
    const text = `keyword,\n"mode"\n${[row, row, row, row].join('\n')}`.replace(
      'keyword,\n"mode"',
      'keyword,"the\nmode"',
    );
    const list = readList(text, 'csv');
    const { parts } = partsOf(list);
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(partText(part)).toMatch(/^keyword,"the\nmode"\n"tea\n/);
    expect(parts.flatMap(({ rows }) => rows)).toEqual(list.rows);
  });

  test('identify the rows by the lines that the server counts', () => {
    const [part] = partsOf(readList('a,"b\nc"\n\n"1\n2",\n\n3,\n', 'csv')).parts;
    expect(part && [...rowsByLine(part)]).toEqual([
      [3, { line: 4, source: '"1\n2",' }],
      [5, { line: 7, source: '3,' }],
    ]);
    const [list] = partsOf(readList('\na\n\nb', 'f5bot')).parts;
    expect(list && [...rowsByLine(list)]).toEqual([
      [1, { line: 2, source: 'a' }],
      [2, { line: 4, source: 'b' }],
    ]);
  });

  test('leave out a row that fits into none', () => {
    const long = 'x'.repeat(60_000);
    const { parts, tooLong } = partsOf(readList(`a\n${long}\nb`, 'f5bot'));
    expect(parts.map(partText)).toEqual(['a\nb']);
    expect(tooLong).toEqual([{ line: 2, source: long }]);
  });
});

test('each note is listed once, with the lines that it applies to', () => {
  const line = (line: number, ...notes: string[]) => ({
    line,
    source: '',
    watchId: 'w',
    code: null,
    error: null,
    notes,
  });
  expect(notesOf([line(1, 'a'), line(2), line(3, 'b', 'a')])).toEqual([
    { note: 'a', lines: [1, 3] },
    { note: 'b', lines: [3] },
  ]);
});

test.each([
  [[3], 'line 3'],
  [[3, 5], 'lines 3 and 5'],
  [[1, 2, 3, 4, 5], 'lines 1, 2, 3, 4 and 5'],
  [[1, 2, 3, 4, 5, 6, 7], 'lines 1, 2, 3, 4, 5 and 2 more'],
])('lines %j are named as “%s”', (lines, text) => {
  expect(linesText(lines)).toBe(text);
});
