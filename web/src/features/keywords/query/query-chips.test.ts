import { expect, test } from 'vitest';

import type { QueryChip } from '@/lib/matcher/matcher';

import { chipAt, formOf, isEmptyQuery, newChip, noChips, notation, withChip } from './query-chips';

const word = (text: string, more: Partial<QueryChip> = {}): QueryChip => ({
  ...newChip,
  text,
  ...more,
});
const chips = { groups: [[word('a'), word('b')], [word('c')]], excluded: [word('d')] };
const texts = ({ groups, excluded }: typeof noChips) => [
  ...groups.map((group) => group.map(({ text }) => text).join('|')),
  `-${excluded.map(({ text }) => text).join('|')}`,
];

test.each([
  [{ group: 0, chip: 1 }, word('x'), ['a|x', 'c', '-d']],
  [{ group: 0, chip: 2 }, word('x'), ['a|b|x', 'c', '-d']],
  [{ group: 2, chip: 0 }, word('x'), ['a|b', 'c', 'x', '-d']],
  [{ group: 'excluded', chip: 1 }, word('x'), ['a|b', 'c', '-d|x']],
  [{ group: 0, chip: 0 }, null, ['b', 'c', '-d']],
  [{ group: 1, chip: 0 }, null, ['a|b', '-d']],
  [{ group: 'excluded', chip: 0 }, null, ['a|b', 'c', '-']],
] as const)('at %j %j gives %j', (at, chip, expected) => {
  expect(texts(withChip(chips, at, chip))).toEqual(expected);
});

test('a position may hold no chip yet', () => {
  expect(chipAt(chips, { group: 1, chip: 0 })?.text).toBe('c');
  expect(chipAt(chips, { group: 2, chip: 0 })).toBeUndefined();
});

test('chips are empty when the query asks for nothing at all', () => {
  expect(isEmptyQuery(noChips)).toBe(true);
  expect(isEmptyQuery({ ...noChips, minScore: 0 })).toBe(false);
  expect(isEmptyQuery({ ...noChips, kind: 'post' })).toBe(false);
});

test.each([
  [word('tea'), 'tea', 'whole'],
  [word('green tea', { openEnd: true }), '"green tea"*', 'begin'],
  [word('pot', { openStart: true, field: 'title' }), 'title:*pot', 'end'],
  [word('pot', { openStart: true, openEnd: true }), '*pot*', 'part'],
  [word('C++', { form: 'exact' }), '`C++`', 'exact'],
  [word('gre+n', { form: 'pattern', field: 'body' }), 'body:/gre+n/', 'pattern'],
])('%j is written %s', (chip, written, form) => {
  expect(notation(chip)).toBe(written);
  expect(formOf(chip)).toBe(form);
});
