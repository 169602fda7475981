import { expect, test } from 'vitest';

import { sampleAnalytics } from './sample';

test('the sample is as consistent as real analytics are', () => {
  const { from, until, days, total, keywords, hours } = sampleAnalytics('2026-01-30', 'UTC');
  expect([from, until, days[0]?.day, days.at(-1)?.day]).toEqual([
    ...['2026-01-01', '2026-01-30'],
    ...['2026-01-01', '2026-01-30'],
  ]);
  const matches = days.reduce((sum, day) => sum + day.matches, 0);
  expect(total.matches).toBe(matches);
  expect(keywords.reduce((sum, keyword) => sum + keyword.matches, 0)).toBe(matches);
  expect(days.every((day) => day.opened + day.notRelevant <= day.matches)).toBe(true);
  expect(hours.map((day) => day.length)).toEqual(Array.from({ length: 7 }, () => 24));
});
