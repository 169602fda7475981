import { expect, test } from 'vitest';

import { paramsOf, todayIn, viewOf } from './view';

const TODAY = '2026-11-26';
const view = (address: string) => viewOf(new URLSearchParams(address), TODAY);

test.each([
  ['', '2026-10-28', TODAY],
  ['days=7', '2026-11-20', TODAY],
  ['days=365', '2025-11-27', TODAY],
  ['from=2026-01-03&until=2026-02-01', '2026-01-03', '2026-02-01'],
  // Invalid values fall back to the default range.
  ['days=8', '2026-10-28', TODAY],
  ['from=2026-02-01&until=2026-01-03', '2026-10-28', TODAY],
  ['from=2026-13-41&until=soon', '2026-10-28', TODAY],
])('?%s is from %s to %s', (address, from, until) => {
  expect(view(address)).toMatchObject({ from, until });
});

test.each(['', 'days=7', 'from=2026-01-03&until=2026-02-01', 'days=90&keyword=abc'])(
  '?%s is the address of its own view',
  (address) => {
    expect(paramsOf(view(address)).toString()).toBe(address);
  },
);

test('today is the day of the user, not of the browser', () => {
  const now = new Date('2026-11-26T23:30:00Z');
  expect(todayIn('Asia/Tokyo', now)).toBe('2026-11-27');
  expect(todayIn('America/New_York', now)).toBe('2026-11-26');
});
