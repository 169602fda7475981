import sites from '@/api/sites.json';

import { counted } from './number';

/** What sites are called, as the server's own code prints it. */
const names = new Map(sites.map(({ place, name }) => [place, name]));

/** What the place of a followed feed begins with; its host comes next. */
const FEED = /^feed\//i;

/** Whether a place is a feed that somebody follows: `feed/blog.example/0123abcd`. */
export const isFeed = (place: string): boolean => FEED.test(place);

/** What the place of a community of Lemmy looks like. */
const COMMUNITY = /^c\/.*@/i;

/** The whole of Lemmy, which all of its communities lie in. */
export const LEMMY = 'join-lemmy.org';

/** Whether a place is a community of Lemmy: `c/rust@programming.dev`. */
export const isCommunity = (place: string): boolean => COMMUNITY.test(place);

/** The host of a feed; the digits after it distinguish it from others of that host. */
const feedHost = (place: string) =>
  isFeed(place) ? place.replace(FEED, '').replace(/\/[^/]*$/, '') : undefined;

const nameOf = (place: string) =>
  names.get(place.toLowerCase()) ?? feedHost(place) ?? (isCommunity(place) ? place : undefined);

/**
 * Whether a place is a site of its own, as a feed and a community are, too. As on the server, any other is a
 * subreddit, whatever it is called.
 */
export const isSite = (place: string): boolean => nameOf(place) !== undefined;

/**
 * "r/rust", "Hacker News", "c/rust@programming.dev", of a feed its host. `usePlaceLabel` knows the titles of feeds.
 */
export const placeLabel = (place: string): string => nameOf(place) ?? `r/${place}`;

/** "r/rust, r/tea, Hacker News". */
export const placesLabel = (places: readonly string[]): string => places.map(placeLabel).join(', ');

/** Whether one is in a place, as in a subreddit, and not on it. */
export const isInside = (place: string): boolean => !isSite(place) || isCommunity(place);

/** "in r/rust", "on Hacker News". */
export const inPlace = (place: string): string =>
  `${isInside(place) ? 'in' : 'on'} ${placeLabel(place)}`;

/** "in r/rust, r/tea and on Hacker News". */
export function inPlaces(places: readonly string[]): string {
  const inside = places.filter(isInside);
  const others = places.filter((place) => !isInside(place));
  return [
    ...(inside.length > 0 ? [`in ${placesLabel(inside)}`] : []),
    ...(others.length > 0 ? [`on ${placesLabel(others)}`] : []),
  ].join(' and ');
}

/** "4 subreddits", "4 subreddits and Hacker News": how many of one kind, and the others by name. */
export function placesCount(places: readonly string[]): string {
  const others = places.filter(isSite).map(placeLabel);
  const subreddits = places.length - others.length;
  const count = subreddits > 0 || others.length === 0 ? [counted(subreddits, 'subreddit')] : [];
  return new Intl.ListFormat('en').format([...count, ...others]);
}

/** "u/someone"; on a site that is not Reddit the bare name. */
export const authorLabel = (author: string, place: string): string =>
  isSite(place) ? author : `u/${author}`;

/** The site that a place is on: "Reddit" for every subreddit, "Lemmy" for every community. */
export function siteLabel(place: string): string {
  if (isCommunity(place)) return placeLabel(LEMMY);
  return isSite(place) ? placeLabel(place) : 'Reddit';
}

/** A place as somebody types it who means it: the opposite of `placeOf`. */
export const placeTyped = (place: string): string => (isSite(place) ? placeLabel(place) : place);

/** The place that somebody means who types a site's name; else what is typed, without blanks. */
export function placeOf(typed: string): string {
  const text = typed.trim();
  const meant = text.toLowerCase();
  return sites.find(({ name }) => name.toLowerCase() === meant)?.place ?? text;
}
