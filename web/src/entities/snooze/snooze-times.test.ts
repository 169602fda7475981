import { expect, test } from 'vitest';

import { snoozeChoices, snoozeEnd } from './snooze-times';

const until = (now: string, timeZone: string) =>
  snoozeChoices(timeZone, new Date(now)).map((choice) => choice.until.toISOString());

test('an hour and a week are counted from now', () => {
  const [hour, , week] = until('2026-01-01T12:00:00Z', 'UTC');
  expect(hour).toBe('2026-01-01T13:00:00.000Z');
  expect(week).toBe('2026-01-08T12:00:00.000Z');
});

test.each([
  ['UTC', '2026-01-01T12:00:00Z', '2026-01-02T08:00:00.000Z'],
  [
    'just before midnight there',
    '2026-01-01T22:59:00Z',
    '2026-01-02T07:00:00.000Z',
    'Europe/Vienna',
  ],
  [
    'just after midnight there',
    '2026-01-01T23:01:00Z',
    '2026-01-03T07:00:00.000Z',
    'Europe/Vienna',
  ],
  ['behind UTC', '2026-01-02T02:00:00Z', '2026-01-02T16:00:00.000Z', 'America/Los_Angeles'],
  ['a zone with a half hour', '2026-01-01T12:00:00Z', '2026-01-02T02:30:00.000Z', 'Asia/Kolkata'],
  [
    'the night that loses an hour',
    '2026-03-28T12:00:00Z',
    '2026-03-29T06:00:00.000Z',
    'Europe/Vienna',
  ],
  ['the night that gains one', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z', 'Europe/Vienna'],
])('tomorrow is 08:00 by the user’s clocks: %s', (_what, now, morning, timeZone = 'UTC') => {
  expect(until(now, timeZone)[1]).toBe(morning);
});

test.each([
  ['2026-01-01T15:30:00Z', '16:30'],
  ['2026-01-02T07:00:00Z', 'Fri 08:00'],
  ['2026-01-10T07:00:00Z', '10 Jan, 08:00'],
])('%s is formatted as %s', (end, text) => {
  expect(snoozeEnd(end, 'Europe/Vienna', new Date('2026-01-01T12:00:00Z'))).toBe(text);
});
