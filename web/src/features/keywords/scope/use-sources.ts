import { useRef, useState } from 'react';

import { useOfferedSites, useReadsReddit } from '@/entities/site/offered-sites';
import { isCommunity, isFeed, isSite, LEMMY, placeLabel } from '@/lib/places';

import { joinPlaces, splitPlaces } from './split-places';
import { useFeedChoice } from './use-feed-choice';

/** Reddit among the sources; no site is called so, since sites are hosts. */
const REDDIT = 'reddit';

/**
 * The sources that a keyword listens to: Reddit, the sites that the server offers and the feeds that
 * the user follows, and those that the keyword has already. One of them always stays on.
 */
export function useSources(initial: readonly string[]) {
  const offered = useOfferedSites();
  const readsReddit = useReadsReddit();
  const [first] = useState(() => splitPlaces(initial));
  const [on, setOn] = useState([...(first.reddit ? [REDDIT] : []), ...first.sites]);
  const [keptLast, setKeptLast] = useState(false);
  // A name that is typed for a site turns it on, even while the form is being sent.
  const current = useRef(on);

  const ownSites = first.sites.filter((place) => !isFeed(place));
  const reddit = readsReddit || first.reddit ? [REDDIT] : [];
  // Communities are typed, and stay to be chosen again once they were.
  const [communities, setCommunities] = useState<string[]>([]);
  const sources = [...reddit, ...new Set([...offered, ...ownSites, ...communities])];
  const { feeds, hasNoFeeds } = useFeedChoice(first.sites.filter(isFeed), on.filter(isFeed));
  const change = (next: string[]) => {
    current.current = next;
    setOn(next);
    setKeptLast(false);
  };
  const join = (of: readonly string[], subreddits: readonly string[]) =>
    joinPlaces({
      reddit: of.includes(REDDIT),
      subreddits: [...subreddits],
      sites: of.filter(isSite),
    });

  return {
    /** Reddit and the sites; one alone is no choice. */
    options: sources.map((source) => ({
      source,
      name: source === REDDIT ? 'Reddit' : placeLabel(source),
      on: on.includes(source),
    })),
    /** The feeds to choose from, beside these. */
    feeds: feeds.map((feed) => ({ ...feed, on: on.includes(feed.place) })),
    hasNoFeeds,
    hasReddit: on.includes(REDDIT),
    hasSites: on.some(isSite),
    /** Whether somebody has just tried to turn off the last one. */
    keptLast,
    toggle: (source: string) => {
      const others = on.filter((one) => one !== source);
      if (others.length === on.length) change([...on, source]);
      else if (others.length > 0) change(others);
      else setKeptLast(true);
    },
    /** Turns a site, a community or a feed on; whether it is one to choose from. */
    turnOn: (place: string): boolean => {
      if (isCommunity(place) && offered.includes(LEMMY)) {
        setCommunities((before) => (before.includes(place) ? before : [...before, place]));
        if (!current.current.includes(place)) change([...current.current, place]);
        return true;
      }
      const all = [...sources.filter(isSite), ...feeds.map((feed) => feed.place)];
      const site = all.find((source) => source === place.toLowerCase());
      if (site === undefined) return false;
      if (!current.current.includes(site)) change([...current.current, site]);
      return true;
    },
    /** The keyword's places with these subreddits, as they are shown. */
    places: (subreddits: readonly string[]) => join(on, subreddits),
    /** The same with what was turned on since. */
    settledPlaces: (subreddits: readonly string[]) => join(current.current, subreddits),
  };
}
