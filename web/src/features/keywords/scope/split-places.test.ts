import { expect, test } from 'vitest';

import { LEMMY } from '@/lib/places';
import { HN } from '@/testing/sites';

import { joinPlaces, splitPlaces } from './split-places';

const RUST = 'c/rust@programming.dev';

test.each([
  [['all'], { reddit: true, subreddits: ['all'], sites: [], communities: [] }],
  [[], { reddit: true, subreddits: [], sites: [], communities: [] }],
  [['rust', 'tea'], { reddit: true, subreddits: ['rust', 'tea'], sites: [], communities: [] }],
  [['all', HN], { reddit: true, subreddits: ['all'], sites: [HN], communities: [] }],
  [['rust', HN], { reddit: true, subreddits: ['rust'], sites: [HN], communities: [] }],
  [[HN], { reddit: false, subreddits: ['all'], sites: [HN], communities: [] }],
  [[LEMMY], { reddit: false, subreddits: ['all'], sites: [LEMMY], communities: [] }],
  [[RUST, HN], { reddit: false, subreddits: ['all'], sites: [HN, LEMMY], communities: [RUST] }],
])('the places %j are split and joined again', (places, split) => {
  expect(splitPlaces(places)).toEqual(split);
  expect(joinPlaces(split)).toEqual(places);
});

test('beside a site, an empty list of subreddits means all of Reddit', () =>
  expect(joinPlaces({ reddit: true, subreddits: [], sites: [HN], communities: [] })).toEqual([
    'all',
    HN,
  ]));

test('the list is the same for any order of sites', () =>
  expect(joinPlaces(splitPlaces([HN, 'rust', 'tea']))).toEqual(['rust', 'tea', HN]));

test('beside all of Lemmy, its communities have no effect', () =>
  expect(joinPlaces(splitPlaces([RUST, LEMMY]))).toEqual([LEMMY]));
