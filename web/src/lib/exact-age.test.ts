import { expect, test } from 'vitest';

import { exactTimeText } from './dates';
import { exactAge } from './exact-age';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T11:59:31Z', 'less than a minute ago'],
  ['2026-03-10T11:58:59Z', '1 minute ago'],
  ['2026-03-10T10:47:00Z', '1 hour 13 minutes ago'],
  ['2026-03-10T09:00:00Z', '3 hours ago'],
  ['2026-03-08T10:30:00Z', '2 days 1 hour ago'],
  ['2026-03-10T12:00:05Z', 'less than a minute ago'],
])('%s is %s, after the time by the clock', (time, ago) => {
  expect(exactAge(time, now)).toBe(`${exactTimeText(time)} (${ago})`);
});
