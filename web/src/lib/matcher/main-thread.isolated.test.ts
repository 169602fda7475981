import { beforeEach, expect, test, vi } from 'vitest';

import type * as here from './main-thread';
import type * as matcher from './matcher';

const loads = vi.hoisted((): { part: string; done: Promise<unknown> }[] => []);
const broken = vi.hoisted(() => ({ part: '' }));

vi.mock('./matcher', async (original) => {
  const own = await original<typeof matcher>();
  const loadMatcher = (part: matcher.Part) => {
    const done = part === broken.part ? Promise.reject(new Error('404')) : own.loadMatcher(part);
    loads.push({ part, done });
    return done;
  };
  return { ...own, loadMatcher };
});

let holdItems: typeof here.holdItems;
let searchOnMainThread: typeof here.searchOnMainThread;

beforeEach(async () => {
  loads.length = 0;
  broken.part = '';
  // Stops the clock, so that searches are slow only in the test about that, whatever the load.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.resetModules();
  ({ holdItems, searchOnMainThread } = await import('./main-thread'));
});

const loaded = () => Promise.allSettled(loads.map(({ done }) => done));
const parts = () => loads.map(({ part }) => part);
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
  broken.part = 'literal';
  holdItems(posts);
  await loaded();
  expect(searchOnMainThread(posts, { keyword: 'tea' }, 5)).toBeUndefined();
  expect(parts()).toEqual(['literal']);
});
