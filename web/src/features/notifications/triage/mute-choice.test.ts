import { expect, test } from 'vitest';

import { aNotification } from '@/testing/fixtures';
import { HN } from '@/testing/sites';

import { kindsOf, kindsOfSeveral } from './mute-choice';

const from = (subreddit: string, author = 'someone') =>
  aNotification({ redditPost: { ...aNotification().redditPost, subreddit, author } });
const labels = (all: readonly { label: string }[]) => all.map(({ label }) => label);

test.each([
  ['rust', 'Everything by u/someone', 'Everything in r/rust'],
  [HN, 'Everything by someone', 'Everything on Hacker News'],
])('a notification from %s offers what can be muted', (place, writer, everything) => {
  const word = 'Everything with a word or phrase';
  expect(labels(kindsOf(from(place)))).toEqual([writer, 'This thread', everything, word]);
});

test.each([
  [
    [from('rust', 'ann'), from('Rust', 'Ann'), from('tea', 'bob')],
    ['Everything by u/Ann and u/bob', 'Everything in r/Rust and r/tea'],
  ],
  [
    [from(HN), from(HN, 'bob')],
    ['Everything by someone and bob', 'Everything on Hacker News'],
  ],
  [
    [from(HN, 'ann'), from('rust', 'bob'), from('tea', '[deleted]')],
    ['Everything by ann and u/bob', 'Everything in r/rust, r/tea, and on Hacker News'],
  ],
  [
    ['a', 'b', 'c', HN, 'd', 'e', 'f'].map((place) => from(place, '')),
    ['Everything in r/a, r/b, r/c, r/d, r/e, and 2 more'],
  ],
])('several notifications offer what can be muted of them', (several, expected) =>
  expect(labels(kindsOfSeveral(several))).toEqual(expected),
);

test('several notifications are muted by the values that the server knows', () =>
  expect(kindsOfSeveral([from(HN, 'ann'), from('rust', 'bob')])).toMatchObject([
    { kind: 'author', values: ['ann', 'bob'] },
    { kind: 'subreddit', values: [HN, 'rust'] },
  ]));
