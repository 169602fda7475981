import { expect, test } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { HN } from '@/testing/sites';

import { inView, tagsOf, viewOf, type WatchView, withView } from './watch-view';

const watches = [
  aWatch({ _id: '1', keyword: 'Zebra', matchCount: 3, tags: ['work'], subreddits: ['zoo'] }),
  aWatch({ _id: '2', keyword: 'apple', matchCount: 9, isActive: false, notes: 'For the pie' }),
  aWatch({
    _id: '3',
    keyword: 'mango',
    matchCount: 1,
    subreddits: ['rust', HN],
    tags: ['fruit', 'work'],
    lastMatchAt: '2026-01-02T00:00:00Z',
  }),
];
const usual = viewOf(new URLSearchParams());
const listed = (changes: Partial<WatchView>) =>
  inView(watches, { ...usual, ...changes })
    .map(({ _id }) => _id)
    .join('');

test.each<[Partial<WatchView>, string]>([
  [{}, '123'],
  [{ text: ' ZEB ' }, '1'],
  [{ text: 'zoo' }, '1'],
  [{ text: 'hacker news' }, '3'],
  [{ text: HN }, '3'],
  [{ text: 'pie' }, '2'],
  [{ text: 'fruit' }, '3'],
  [{ tag: 'work' }, '13'],
  [{ state: 'active' }, '13'],
  [{ state: 'inactive' }, '2'],
  [{ state: 'inactive', tag: 'work' }, ''],
  [{ order: 'name' }, '231'],
  [{ order: 'matches' }, '213'],
  [{ order: 'last' }, '312'],
])('%o lists %s', (changes, ids) => {
  expect(listed(changes)).toBe(ids);
});

test('the address holds a view without its default values', () => {
  const params = withView(new URLSearchParams('add='), { text: 'a b', order: 'name' });
  expect(params.toString()).toBe('add=&q=a+b&sort=name');
  expect(viewOf(params)).toEqual({ ...usual, text: 'a b', order: 'name' });
  expect(withView(params, { text: '', order: 'newest' }).toString()).toBe('add=');
  expect(viewOf(new URLSearchParams('sort=odd&state=odd'))).toEqual(usual);
});

test('every tag is offered once', () => {
  expect(tagsOf(watches)).toEqual(['fruit', 'work']);
});
