import { expect, test } from 'vitest';

import { everyDay } from './every-day';

const day = (name: string, positive = 0) => ({
  day: name,
  positive,
  neutral: 0,
  negative: 0,
  average: 0,
});

test('days without posts are listed between those with posts', () => {
  const range = { from: '2026-02-27T12:00:00Z', until: '2026-03-02T00:00:00Z' };
  expect(everyDay(range, [day('2026-02-28', 3)])).toEqual([
    day('2026-02-27'),
    day('2026-02-28', 3),
    day('2026-03-01'),
  ]);
});

test('a range without length has no day', () => {
  const now = '2026-01-05T00:00:00Z';
  expect(everyDay({ from: now, until: now }, [])).toEqual([]);
});
