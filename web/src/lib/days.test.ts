import { expect, test } from 'vitest';

import { longDay } from './days';

test('a day is named with its weekday', () => {
  expect(longDay('2026-01-01')).toBe('Thursday 1 January');
});
