import { expect, test } from 'vitest';

import { weekText } from './week-text';

test('the text compares two weeks, and says whether chance could explain the difference', () => {
  expect(weekText({ count: 42, previous: 21, change: 1, trend: 'up' })).toBe(
    'Week on week: 42 discussions in the last 7 days, 21 in the 7 before (+100%); more, by more than chance would explain.',
  );
  expect(weekText({ count: 1, previous: 2, change: -0.5, trend: 'steady' })).toBe(
    'Week on week: 1 discussion in the last 7 days, 2 in the 7 before (-50%); a difference that chance could explain.',
  );
});

test('a first week is new, without a verdict', () => {
  expect(weekText({ count: 3, previous: 0, change: null, trend: 'unknown' })).toBe(
    'Week on week: 3 discussions in the last 7 days, 0 in the 7 before (new).',
  );
});
