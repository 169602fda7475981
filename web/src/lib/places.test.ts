import { expect, test } from 'vitest';

import {
  authorLabel,
  inPlace,
  inPlaces,
  isCommunity,
  isFeed,
  isSite,
  nameFeeds,
  placeLabel,
  placeOf,
  placesCount,
  placesLabel,
  placeTyped,
  siteLabel,
} from './places';

const HN = 'news.ycombinator.com';
const RUST = 'c/rust@programming.dev';
const BLOG = 'feed/blog.example/0123abcd';

test.each([
  ['rust', false, 'r/rust', 'in r/rust', 'Reddit'],
  ['all', false, 'r/all', 'in r/all', 'Reddit'],
  ['reddit.com', false, 'r/reddit.com', 'in r/reddit.com', 'Reddit'],
  [HN, true, 'Hacker News', 'on Hacker News', 'Hacker News'],
  ['News.YCombinator.com', true, 'Hacker News', 'on Hacker News', 'Hacker News'],
  ['lobste.rs', false, 'r/lobste.rs', 'in r/lobste.rs', 'Reddit'],
  ['feed', false, 'r/feed', 'in r/feed', 'Reddit'],
  ['join-lemmy.org', true, 'Lemmy', 'on Lemmy', 'Lemmy'],
  [RUST, true, RUST, `in ${RUST}`, 'Lemmy'],
  ['c/rust', false, 'r/c/rust', 'in r/c/rust', 'Reddit'],
  ['lemmy', false, 'r/lemmy', 'in r/lemmy', 'Reddit'],
  [BLOG, true, 'blog.example', 'on blog.example', 'blog.example'],
  ['Feed/[::1]:8080/0123ABCD', true, '[::1]:8080', 'on [::1]:8080', '[::1]:8080'],
])('the place %s', (place, site, label, where, on) => {
  expect(isSite(place)).toBe(site);
  expect(placeLabel(place)).toBe(label);
  expect(inPlace(place)).toBe(where);
  expect(siteLabel(place)).toBe(on);
});

test('an author has a prefix on Reddit only', () => {
  expect(authorLabel('someone', 'rust')).toBe('u/someone');
  expect(authorLabel('someone', HN)).toBe('someone');
  expect(authorLabel('Someone Else', BLOG)).toBe('Someone Else');
});

test.each([
  [BLOG, true],
  [HN, false],
  ['feeds', false],
  ['feed', false],
])('whether %s is a feed', (place, expected) => {
  expect(isFeed(place)).toBe(expected);
});

test.each([
  [RUST, true],
  ['C/Rust@Programming.dev', true],
  ['c/rust', false],
  ['rust@programming.dev', false],
  ['join-lemmy.org', false],
])('whether %s is a community', (place, expected) => {
  expect(isCommunity(place)).toBe(expected);
});

test.each([
  [['rust'], 'r/rust', 'in r/rust', '1 subreddit'],
  [['rust', 'tea'], 'r/rust, r/tea', 'in r/rust, r/tea', '2 subreddits'],
  [[HN], 'Hacker News', 'on Hacker News', 'Hacker News'],
  [['all', HN], 'r/all, Hacker News', 'in r/all and on Hacker News', '1 subreddit and Hacker News'],
  [
    [HN, 'rust', 'tea'],
    'Hacker News, r/rust, r/tea',
    'in r/rust, r/tea and on Hacker News',
    '2 subreddits and Hacker News',
  ],
  [
    ['rust', BLOG],
    'r/rust, blog.example',
    'in r/rust and on blog.example',
    '1 subreddit and blog.example',
  ],
  [
    ['tea', RUST, HN],
    `r/tea, ${RUST}, Hacker News`,
    `in r/tea, ${RUST} and on Hacker News`,
    `1 subreddit, ${RUST}, and Hacker News`,
  ],
  [[], '', '', '0 subreddits'],
])('the places %s', (places, label, where, count) => {
  expect(placesLabel(places)).toBe(label);
  expect(inPlaces(places)).toBe(where);
  expect(placesCount(places)).toBe(count);
});

test.each([
  ['hacker news ', HN],
  [HN, HN],
  [' rust', 'rust'],
  ['r/rust', 'r/rust'],
])('what is typed for a place: “%s”', (typed, place) => {
  expect(placeOf(typed)).toBe(place);
  expect(placeOf(placeTyped(place))).toBe(place);
});

test('a feed is called by its title once that is known, and found by it', () => {
  nameFeeds([{ place: BLOG, title: 'A Blog' }]);
  expect(placeLabel(BLOG.toUpperCase())).toBe('A Blog');
  expect(inPlaces(['rust', BLOG])).toBe('in r/rust and on A Blog');
  expect(placeOf(` ${placeTyped(BLOG)} `)).toBe(BLOG);
  nameFeeds([]);
  expect(placeLabel(BLOG)).toBe('blog.example');
});
