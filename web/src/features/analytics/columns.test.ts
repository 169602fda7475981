import { expect, test } from 'vitest';

import { columnsOf } from './columns';

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    matches: 3,
    opened: 2,
    notRelevant: 1,
  }));

test('a quarter is shown by the day', () => {
  expect(columnsOf(days(92))).toEqual(days(92));
});

test('a year is shown by the week, and loses nothing', () => {
  const columns = columnsOf(days(365));
  expect(columns).toHaveLength(53);
  expect(columns[1]).toEqual({ day: '2026-01-08', matches: 21, opened: 14, notRelevant: 7 });
  expect(columns.reduce((sum, { matches }) => sum + matches, 0)).toBe(3 * 365);
});
