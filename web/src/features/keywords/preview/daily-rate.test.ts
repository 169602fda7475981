import { expect, test } from 'vitest';

import { estimatedRateText } from './daily-rate';

test.each([
  [12, 500, 14_300, 'about 340 a day'],
  [1, 500, 500, 'about 1 a day'],
  [1, 500, 499, 'less than 1 a day'],
  [500, 500, 123_456, 'about 120,000 a day'],
  [3, 200, 170, 'about 3 a day'],
])('%i of %i at %i a day is %s', (matches, searched, perDay, text) => {
  expect(estimatedRateText(matches, searched, perDay)).toBe(text);
});

test.each([
  [0, 500, 1000],
  [0, 0, 1000],
  [5, 500, 0],
])('%i of %i at %i a day gives no estimate', (matches, searched, perDay) => {
  expect(estimatedRateText(matches, searched, perDay)).toBeNull();
});
