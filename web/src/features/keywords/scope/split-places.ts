import { isCommunity, isSite, LEMMY } from '@/lib/places';

/** The places of a keyword as the form shows them: the sites, and what of Reddit and of Lemmy. */
export type SplitPlaces = {
  /** Whether it listens to Reddit at all. */
  reddit: boolean;
  /** The subreddits; empty for all of Reddit. */
  subreddits: string[];
  /** Sites and feeds, with Lemmy if any of its communities is included. */
  sites: string[];
  /** The communities of Lemmy; empty for all of them. */
  communities: string[];
};

/** Splits the places of a keyword. Without Reddit among them, turning it on includes all of it. */
export function splitPlaces(places: readonly string[]): SplitPlaces {
  const communities = places.includes(LEMMY) ? [] : places.filter(isCommunity);
  const whole = places.filter((place) => isSite(place) && !isCommunity(place));
  const sites = communities.length > 0 ? [...whole, LEMMY] : whole;
  const subreddits = places.filter((place) => !isSite(place));
  const reddit = subreddits.length > 0 || sites.length === 0;
  return { reddit, subreddits: reddit ? subreddits : ['all'], sites, communities };
}

/** Joins the places into one list. Beside sites, all of Reddit has to be named. */
export function joinPlaces({ reddit, subreddits, sites, communities }: SplitPlaces): string[] {
  if (sites.length === 0) return [...subreddits];
  // Sorted, so that the same places are always the same list.
  const others = sites.filter((site) => site !== LEMMY || communities.length === 0);
  if (sites.includes(LEMMY)) others.push(...communities);
  others.sort();
  if (!reddit) return others;
  return [...(subreddits.length > 0 ? subreddits : ['all']), ...others];
}
