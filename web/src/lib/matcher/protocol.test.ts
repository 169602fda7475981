import { beforeEach, expect, test, vi } from 'vitest';

import * as matcher from './matcher';
import { Answerer, type CallName } from './protocol';

let answerer: Answerer;

beforeEach(() => {
  vi.spyOn(matcher, 'loadMatcher');
  answerer = new Answerer();
});

const loads = () => vi.mocked(matcher.loadMatcher).mock.calls.map(([part]) => part);

const call = (name: CallName, ...args: unknown[]) => answerer.answer({ id: 7, name, args });
const query = (keyword: string) => ({ keyword, mode: 'query' as const });
const post = (title: string) => ({ kind: 'post' as const, subreddit: 'drinks', title });

test('a literal keyword loads the first module only, whatever symbols it holds', async () => {
  await call('setItems', [post('tea OR /coffee/')]);
  const found = await call('search', { keyword: 'tea OR /cof' }, 5);
  expect(found).toMatchObject({ id: 7, value: { total: 1 } });
  expect(loads()).toEqual(['literal']);
});

test('a query loads the second module, once, and finds items that were set before', async () => {
  await call('setItems', [post('green tea'), post('coffee')]);
  const found = await call('search', query('tea green'), 5);
  expect(found).toMatchObject({ value: { total: 1, matches: [{ index: 0 }] } });
  expect(await call('search', query('coffee -tea'), 5)).toMatchObject({ value: { total: 1 } });
  expect(await call('search', { keyword: 'gree' }, 5)).toMatchObject({ value: { total: 1 } });
  expect(loads()).toEqual(['literal', 'queries']);
});

test('a regular expression loads the third', async () => {
  await call('setItems', [post('greeeen tea')]);
  expect(await call('search', query('tea /gre{3,}n/'), 5)).toMatchObject({ value: { total: 1 } });
  expect(loads()).toEqual(['literal', 'queries', 'patterns']);
});

test.each([
  ['parseQuery', 'tea /gre+n/', { plain: 'tea /gre+n/' }],
  ['validateWatch', query('tea /gre+n/'), undefined],
] as const)('%s loads what it needs', async (name, input, value) => {
  const answered = await call(name, input);
  expect(answered).toMatchObject(value ? { value } : { value: undefined });
  expect(loads()).toEqual(['literal', 'queries', 'patterns']);
});

test('near misses are found with the module that the watch needs', async () => {
  await call('setItems', [post('teapot')]);
  const answered = await call('nearMisses', query('tea'), 5);
  expect(answered).toMatchObject({ value: { misses: [{ index: 0 }] } });
  expect(loads()).toEqual(['literal', 'queries']);
});

test('answers keep the order of the calls while a module loads', async () => {
  const done: number[] = [];
  const note = (id: number) => () => void done.push(id);
  await Promise.all([
    answerer.answer({ id: 1, name: 'setItems', args: [[post('tea')]] }).then(note(1)),
    answerer.answer({ id: 2, name: 'search', args: [query('/te+a/ tea'), 5] }).then(note(2)),
    answerer.answer({ id: 3, name: 'setItems', args: [[]] }).then(note(3)),
    answerer.answer({ id: 4, name: 'search', args: [{ keyword: 'tea' }, 5] }).then(note(4)),
  ]);
  expect(done).toEqual([1, 2, 3, 4]);
  expect(await call('search', { keyword: 'tea' }, 5)).toMatchObject({ value: { total: 0 } });
});

test('a call that fails says why, and the next one works', async () => {
  expect(await call('search', { keyword: 1 }, 5)).toHaveProperty('error');
  expect(await call('search', { keyword: 'tea' }, 5)).toMatchObject({ value: { total: 0 } });
});
