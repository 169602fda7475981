import { isSite } from '@/lib/places';

/** The places of a keyword as the form shows them: which sites, and what of Reddit. */
export type SplitPlaces = {
  /** Whether it listens to Reddit at all. */
  reddit: boolean;
  /** What of Reddit; none for all of it. */
  subreddits: string[];
  sites: string[];
};

/** Takes the one list of a keyword apart. Where Reddit is not in it, all of it would be next. */
export function splitPlaces(places: readonly string[]): SplitPlaces {
  const sites = places.filter(isSite);
  const subreddits = places.filter((place) => !isSite(place));
  const reddit = subreddits.length > 0 || sites.length === 0;
  return { reddit, subreddits: reddit ? subreddits : ['all'], sites };
}

/** The one list again: beside sites, all of Reddit has to be named. */
export function joinPlaces({ reddit, subreddits, sites }: SplitPlaces): string[] {
  if (sites.length === 0) return [...subreddits];
  // Always in one order, so that the same places are the same list.
  const others = sites.toSorted();
  if (!reddit) return others;
  return [...(subreddits.length > 0 ? subreddits : ['all']), ...others];
}
