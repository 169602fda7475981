import { expect, test } from 'vitest';

import { excerpt, segments } from './highlight';

const text = (cut: { text: string }[]) => cut.map((segment) => segment.text).join('');

test('a text is cut in and between its matches', () => {
  expect(
    segments('tea and tea', [
      { start: 0, end: 3 },
      { start: 8, end: 11 },
    ]),
  ).toEqual([
    { text: 'tea', hit: true },
    { text: ' and ', hit: false },
    { text: 'tea', hit: true },
  ]);
});

test('spans that do not fit the text are left out', () => {
  const spans = [
    { start: 0, end: 3 },
    { start: 2, end: 5 },
    { start: 4, end: 4 },
    { start: 6, end: 99 },
  ];
  expect(segments('tea time', spans)).toEqual([
    { text: 'tea', hit: true },
    { text: ' time', hit: false },
  ]);
});

test('a short text is its own excerpt', () => {
  expect(text(excerpt('a cup of tea', [{ start: 9, end: 12 }], 50))).toBe('a cup of tea');
});

test('an excerpt shows the first match, cut at spaces', () => {
  const long = `${'before '.repeat(40)}tea ${'after '.repeat(40)}`;
  const start = long.indexOf('tea');
  const cut = excerpt(long, [{ start, end: start + 3 }], 60);
  expect(text(cut)).toMatch(/^…(before )+tea (after ?)+…$/);
  expect(cut.filter(({ hit }) => hit)).toEqual([{ text: 'tea', hit: true }]);
  expect(text(cut).length).toBeLessThanOrEqual(62);
});

test('an excerpt that begins within a description keeps its symbol', () => {
  const shown = (line: string) => {
    const long = `Look\n\n${line}${'word '.repeat(60)}tea`;
    const start = long.indexOf('tea');
    return text(excerpt(long, [{ start, end: start + 3 }], 30));
  };
  expect(shown('🖼️ ')).toBe('🖼️ …word tea');
  expect(shown('A 🖼️ ')).toBe('…word tea');
  expect(shown('🖼️ A pot\n\n')).toBe('…word tea');
});

test('an excerpt without a match is the start of the text', () => {
  expect(text(excerpt('word '.repeat(30), [], 20))).toBe('word word word word…');
});

test('an excerpt never splits a character that takes two units', () => {
  const cut = text(excerpt('🦀'.repeat(100), [{ start: 101, end: 103 }], 31));
  // With `u`, only a lone surrogate matches.
  expect(cut).not.toMatch(/\p{Surrogate}/u);
});

test('a match longer than the excerpt is shown whole', () => {
  const cut = excerpt(`x ${'y'.repeat(90)} z`, [{ start: 2, end: 92 }], 30);
  expect(cut.find(({ hit }) => hit)?.text).toBe('y'.repeat(90));
});
