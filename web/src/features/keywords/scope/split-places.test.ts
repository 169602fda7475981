import { expect, test } from 'vitest';

import { HN } from '@/testing/sites';

import { joinPlaces, splitPlaces } from './split-places';

test.each([
  [['all'], { reddit: true, subreddits: ['all'], sites: [] }],
  [[], { reddit: true, subreddits: [], sites: [] }],
  [['rust', 'tea'], { reddit: true, subreddits: ['rust', 'tea'], sites: [] }],
  [['all', HN], { reddit: true, subreddits: ['all'], sites: [HN] }],
  [['rust', HN], { reddit: true, subreddits: ['rust'], sites: [HN] }],
  [[HN], { reddit: false, subreddits: ['all'], sites: [HN] }],
])('the places %j are taken apart and put together again', (places, split) => {
  expect(splitPlaces(places)).toEqual(split);
  expect(joinPlaces(split)).toEqual(places);
});

test('beside a site, a list of no subreddits is all of Reddit', () =>
  expect(joinPlaces({ reddit: true, subreddits: [], sites: [HN] })).toEqual(['all', HN]));

test('in whichever order sites come, the list is the same', () =>
  expect(joinPlaces(splitPlaces([HN, 'rust', 'tea']))).toEqual(['rust', 'tea', HN]));
