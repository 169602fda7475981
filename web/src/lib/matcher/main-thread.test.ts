import { beforeEach, expect, test, vi } from 'vitest';

import { holdItems, searchOnMainThread } from './main-thread';
import * as matcher from './matcher';

beforeEach(() => {
  vi.spyOn(matcher, 'loadMatcher');
  // Stops the clock, so that searches are slow only in the test about that, whatever the load.
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

const loads = () => vi.mocked(matcher.loadMatcher).mock;
const loaded = () => Promise.allSettled(loads().results.map(({ value }) => value as unknown));
const parts = () => loads().calls.map(([part]) => part);
const query = (keyword: string) => ({ keyword, mode: 'query' as const });
const post = (title: string) => ({ kind: 'post' as const, subreddit: 'drinks', title });
const posts = [post('Green tea'), post('Coffee')];

test('a keyword is searched for once the module is there', async () => {
  holdItems(posts);
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toBeUndefined();
  await loaded();
  const spans = [{ field: 'title', start: 6, end: 9 }];
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toEqual({
    total: 1,
    matches: [{ index: 0, spans }],
  });
  expect(parts()).toEqual(['literal']);
});

test('items are searched as soon as they are held, and no others', async () => {
  holdItems(posts);
  await loaded();
  const others = [post('Iced tea'), post('Tea cake')];
  expect(searchOnMainThread(others, { keyword: 'tea' }, 5)).toBeUndefined();
  holdItems(others);
  expect(searchOnMainThread(others, { keyword: 'tea' }, 5)).toMatchObject({ total: 2 });
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toBeUndefined();
});

test('a query is left to the worker until its module is there', async () => {
  holdItems(posts);
  await loaded();
  expect(searchOnMainThread(posts, query('coffee -tea'), 5)).toBeUndefined();
  expect(searchOnMainThread(posts, query('coffee -te'), 5)).toBeUndefined();
  await loaded();
  expect(searchOnMainThread(posts, query('coffee -tea'), 5)).toMatchObject({ total: 1 });
  expect(searchOnMainThread(posts, { keyword: 'coff' }, 5)).toMatchObject({ total: 1 });
  expect(parts()).toEqual(['literal', 'queries']);
});

test('a regular expression is always left to the worker', async () => {
  holdItems(posts);
  await loaded();
  searchOnMainThread(posts, query('coffee'), 5);
  await loaded();
  expect(searchOnMainThread(posts, query('/co.fee/'), 5)).toBeUndefined();
  await loaded();
  expect(searchOnMainThread(posts, query('/co.fee/'), 5)).toBeUndefined();
  expect(parts()).toEqual(['literal', 'queries']);
});

test('a problem of a query is reported', async () => {
  holdItems(posts);
  await loaded();
  searchOnMainThread(posts, query('coffee'), 5);
  await loaded();
  const answer = searchOnMainThread(posts, query('coffee ('), 5);
  expect(answer).toMatchObject({ total: 0, error: { span: expect.anything() as unknown } });
});

test('after three slow searches the worker does everything', async () => {
  holdItems(posts);
  await loaded();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  for (let nth = 0; nth < 3; nth++) {
    expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toMatchObject({ total: 1 });
  }
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toBeUndefined();
});

test('after a failure everything is left to the worker', async () => {
  holdItems(posts);
  await loaded();
  const unreadable = { keyword: 1 as unknown as string };
  expect(searchOnMainThread(posts, unreadable, 5)).toBeUndefined();
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toBeUndefined();
});

test('without the module everything is left to the worker', async () => {
  vi.mocked(matcher.loadMatcher).mockRejectedValue(new Error('404'));
  holdItems(posts);
  await loaded();
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toBeUndefined();
  expect(parts()).toEqual(['literal']);
});
