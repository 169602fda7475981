import { expect, test } from 'vitest';

import { cutTitle, TITLE_MAX } from './titles';

test('a title of 60 characters is whole, one of 61 is cut', () => {
  expect(cutTitle('x'.repeat(TITLE_MAX))).toBeNull();
  expect(cutTitle('x'.repeat(TITLE_MAX + 1))).toBe(`${'x'.repeat(TITLE_MAX)}...`);
});

test('what people see as one character is never cut in two', () => {
  const family = '👩‍👩‍👧';
  expect(cutTitle(family.repeat(TITLE_MAX))).toBeNull();
  expect(cutTitle(family.repeat(TITLE_MAX + 1))).toBe(`${family.repeat(TITLE_MAX)}...`);
});
