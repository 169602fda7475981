import { expect, test } from 'vitest';

import { percent } from '@/lib/number';

import { changeText, discussionsText, oneDecimal, partText, whole } from './numbers';

test('scores have one decimal, comments none', () => {
  expect(oneDecimal(12)).toBe('12.0');
  expect(oneDecimal(12.34)).toBe('12.3');
  expect(oneDecimal(null)).toBe('–');
  expect(whole(7.6)).toBe('8');
});

test('counts and shares read as people write them', () => {
  expect(discussionsText(1)).toBe('1 discussion');
  expect(discussionsText(1_204)).toBe('1,204 discussions');
  expect(percent(0.714)).toBe('71%');
  expect(partText(1_204, 3_000, 0.4, false)).toBe('1,204 (40%)');
  expect(partText(3, 7, 0.43, true)).toBe('3 of 7');
});

test.each([
  [42, 21, '+100%'],
  [97, 100, '-3%'],
  [100, 100, 'no change'],
  [1_000_001, 1_000_000, 'no change'],
  [999_999, 1_000_000, 'no change'],
  [3, 0, 'new'],
  [0, 0, 'no change'],
  [-2, -1, null],
  [5, null, null],
  [null, 5, null],
])('%s after %s is “%s”', (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});
