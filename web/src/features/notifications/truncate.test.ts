import { expect, test } from 'vitest';

import { truncate } from './truncate';

/** `length` letters without a space. */
const run = (length: number) => 'x'.repeat(length);

test('200 characters stay whole, 201 do not', () => {
  expect(truncate(run(200))).toBe(run(200));
  expect(truncate(run(201))).toBe(`${run(200)}...`);
});

test('a sentence end after 70 % of the limit is the cut', () => {
  const text = `${run(140)}. More words ${run(100)}`;
  expect(truncate(text)).toBe(`${run(140)}....`);
});

test('the last of several sentence ends counts', () => {
  const text = `${run(145)}! Yes? ${run(100)}`;
  expect(truncate(text)).toBe(`${run(145)}! Yes?...`);
});

test('a sentence end at or before 70 % does not count', () => {
  const text = `${run(139)}. ${run(100)}`;
  expect(truncate(text)).toBe(`${text.slice(0, 200)}...`);
});

test('a full stop inside a word is no sentence end', () => {
  const text = `${run(150)}.${run(100)}`;
  expect(truncate(text)).toBe(`${text.slice(0, 200)}...`);
});

test('else a word boundary after 80 % is the cut', () => {
  const text = `${run(161)} ${run(100)}`;
  expect(truncate(text)).toBe(`${run(161)}...`);
});

test('a word boundary at 80 % or before does not count', () => {
  const text = `${run(160)} ${run(100)}`;
  expect(truncate(text)).toBe(`${text.slice(0, 200)}...`);
});

test('a hard cut does not split a character that takes two units', () => {
  expect(truncate(`x${'🦀'.repeat(150)}`)).toBe(`x${'🦀'.repeat(99)}...`);
});
