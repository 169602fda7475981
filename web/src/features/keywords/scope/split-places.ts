import { isCommunity, isSite, LEMMY } from '@/lib/places';

/** The places of a keyword as the form shows them: which sites, and what of Reddit and of Lemmy. */
export type SplitPlaces = {
  /** Whether it listens to Reddit at all. */
  reddit: boolean;
  /** What of Reddit; none for all of it. */
  subreddits: string[];
  /** Sites and feeds; with Lemmy where any of its communities is listened to. */
  sites: string[];
  /** What of Lemmy; none for all of it. */
  communities: string[];
};

/** Takes the one list of a keyword apart. Where Reddit is not in it, all of it would be next. */
export function splitPlaces(places: readonly string[]): SplitPlaces {
  const communities = places.includes(LEMMY) ? [] : places.filter(isCommunity);
  const whole = places.filter((place) => isSite(place) && !isCommunity(place));
  const sites = communities.length > 0 ? [...whole, LEMMY] : whole;
  const subreddits = places.filter((place) => !isSite(place));
  const reddit = subreddits.length > 0 || sites.length === 0;
  return { reddit, subreddits: reddit ? subreddits : ['all'], sites, communities };
}

/** The one list again: beside sites, all of Reddit has to be named. */
export function joinPlaces({ reddit, subreddits, sites, communities }: SplitPlaces): string[] {
  if (sites.length === 0) return [...subreddits];
  // Always in one order, so that the same places are the same list.
  const others = sites.filter((site) => site !== LEMMY || communities.length === 0);
  if (sites.includes(LEMMY)) others.push(...communities);
  others.sort();
  if (!reddit) return others;
  return [...(subreddits.length > 0 ? subreddits : ['all']), ...others];
}
