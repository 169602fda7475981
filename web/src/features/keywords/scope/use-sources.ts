import { useRef, useState } from 'react';

import { useOfferedSites, useReadsReddit } from '@/entities/site/offered-sites';
import { isCommunity, isFeed, isSite, LEMMY, placeLabel } from '@/lib/places';

import { validNames } from './name-entries';
import { readCommunity } from './read-community';
import { joinPlaces, splitPlaces } from './split-places';
import { useFeedChoice } from './use-feed-choice';
import { useNameList } from './use-name-list';

/** Reddit among the sources. No site has this name, since sites are hosts. */
const REDDIT = 'reddit';

/**
 * Manages the sources that a keyword listens to: Reddit, the sites that the server offers, the
 * feeds that the user follows, and those that the keyword has already. One of them always stays on.
 * `typed` is the text in the box of Lemmy's communities.
 */
export function useSources(initial: readonly string[], typed: string) {
  const offered = useOfferedSites();
  const readsReddit = useReadsReddit();
  const [first] = useState(() => splitPlaces(initial));
  const [on, setOn] = useState([...(first.reddit ? [REDDIT] : []), ...first.sites]);
  const [keptLast, setKeptLast] = useState(false);
  // Typing the name of a site turns it on, even while the form is being sent.
  const current = useRef(on);

  const ownSites = first.sites.filter((place) => !isFeed(place));
  const reddit = readsReddit || first.reddit ? [REDDIT] : [];
  const sources = [...reddit, ...new Set([...offered, ...ownSites])];
  const communities = useNameList(first.communities, readCommunity, typed);
  const { feeds, hasNoFeeds } = useFeedChoice(first.sites.filter(isFeed), on.filter(isFeed));
  const change = (next: string[]) => {
    current.current = next;
    setOn(next);
    setKeptLast(false);
  };
  const turnSiteOn = (site: string) => {
    if (!current.current.includes(site)) change([...current.current, site]);
  };
  const join = (of: readonly string[], subreddits: readonly string[], ofLemmy: string[]) =>
    joinPlaces({
      reddit: of.includes(REDDIT),
      subreddits: [...subreddits],
      sites: of.filter(isSite),
      communities: ofLemmy,
    });

  return {
    /** Reddit and the sites; a single one is no choice. */
    options: sources.map((source) => ({
      source,
      name: source === REDDIT ? 'Reddit' : placeLabel(source),
      on: on.includes(source),
    })),
    /** The feeds to choose from, besides these. */
    feeds: feeds.map((feed) => ({ ...feed, on: on.includes(feed.place) })),
    hasNoFeeds,
    hasReddit: on.includes(REDDIT),
    hasSites: on.some(isSite),
    hasLemmy: on.includes(LEMMY),
    /** The communities of Lemmy; none means all. */
    communities,
    /** Whether the user has just tried to turn off the last one. */
    keptLast,
    toggle: (source: string) => {
      const others = on.filter((one) => one !== source);
      if (others.length === on.length) change([...on, source]);
      else if (others.length > 0) change(others);
      else setKeptLast(true);
    },
    /** Turns a site, a community or a feed on. Returns whether it can be chosen. */
    turnOn: (place: string): boolean => {
      if (isCommunity(place) && sources.includes(LEMMY)) {
        turnSiteOn(LEMMY);
        void communities.add(place);
        return true;
      }
      const all = [...sources.filter(isSite), ...feeds.map((feed) => feed.place)];
      const site = all.find((source) => source === place.toLowerCase());
      if (site === undefined) return false;
      turnSiteOn(site);
      return true;
    },
    /** Returns the keyword's places with these subreddits, as shown. */
    places: (subreddits: readonly string[]) =>
      join(on, subreddits, validNames(communities.entries)),
    /** Returns the same with later changes, or null if a community is invalid. */
    settle: async (subreddits: readonly string[]): Promise<string[] | null> => {
      const ofLemmy = current.current.includes(LEMMY) ? await communities.settle() : [];
      return ofLemmy && join(current.current, subreddits, ofLemmy);
    },
  };
}
