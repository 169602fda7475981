import { expect, test } from 'vitest';

import { cutTitle, MAX_TITLE } from './titles';

test('a title of 60 characters is whole, one of 61 is cut', () => {
  expect(cutTitle('x'.repeat(MAX_TITLE))).toBeNull();
  expect(cutTitle('x'.repeat(MAX_TITLE + 1))).toBe(`${'x'.repeat(MAX_TITLE)}...`);
});

test('what people see as one character is never cut in two', () => {
  const family = '👩‍👩‍👧';
  expect(cutTitle(family.repeat(MAX_TITLE))).toBeNull();
  expect(cutTitle(family.repeat(MAX_TITLE + 1))).toBe(`${family.repeat(MAX_TITLE)}...`);
});
