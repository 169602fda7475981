import { expect, test } from 'vitest';

import { ageText, agoText, relativeTime } from './relative-time';

const now = Date.parse('2026-03-10T12:00:00Z');
const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), now);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [0, 'Just now'],
  [HOUR - 1, 'Just now'],
  [HOUR, '1h ago'],
  [2 * HOUR - 1, '1h ago'],
  [24 * HOUR - 1, '23h ago'],
  [24 * HOUR, '1d ago'],
  [48 * HOUR - 1, '1d ago'],
  [90 * 24 * HOUR, '90d ago'],
])('%i ms ago is “%s”', (ms, text) => {
  expect(ago(ms)).toBe(text);
});

test('a clock that is behind does not yield a negative time', () => {
  expect(ago(-5 * MINUTE)).toBe('Just now');
});

test.each([
  [0, 'Just now'],
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1 min ago'],
  [HOUR - 1, '59 min ago'],
  [HOUR, '1h ago'],
  [24 * HOUR, '1d ago'],
])('elsewhere, %i ms ago is “%s”', (ms, text) => {
  const time = new Date(now - ms).toISOString();
  expect(ageText(time, now)).toBe(text);
  expect(agoText(time, now)).toBe(text.toLowerCase());
});
