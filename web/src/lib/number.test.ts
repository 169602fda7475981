import { expect, test } from 'vitest';

import { counted, numberText } from './number';

test.each([
  [0, '0'],
  [999, '999'],
  [1_800, '1,800'],
  [1_234_567, '1,234,567'],
])('%i reads %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

test.each([
  [0, '0 matches'],
  [1, '1 match'],
  [1_800, '1,800 matches'],
])('%i of them read %s', (count, text) => {
  expect(counted(count, 'match', 'matches')).toBe(text);
});

test('the plural is regular unless it is given', () => {
  expect(counted(2, 'keyword')).toBe('2 keywords');
});
