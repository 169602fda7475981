import { useRef, useState } from 'react';

import { useOfferedSites } from '@/entities/site/offered-sites';
import { isSite, placeLabel } from '@/lib/places';

import { joinPlaces, splitPlaces } from './split-places';

/** Reddit among the sources; no site is called so, since sites are hosts. */
const REDDIT = 'reddit';

/**
 * The sources that a keyword listens to: Reddit, and the sites that the server offers or that the
 * keyword has already. One of them always stays on.
 */
export function useSources(initial: readonly string[]) {
  const offered = useOfferedSites();
  const [first] = useState(() => splitPlaces(initial));
  const [on, setOn] = useState([...(first.reddit ? [REDDIT] : []), ...first.sites]);
  const [keptLast, setKeptLast] = useState(false);
  // A name that is typed for a site turns it on, even while the form is being sent.
  const current = useRef(on);

  const sources = [REDDIT, ...new Set([...offered, ...first.sites])];
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
    /** All that there are to choose from; Reddit alone is no choice. */
    options: sources.map((source) => ({
      source,
      name: source === REDDIT ? 'Reddit' : placeLabel(source),
      on: on.includes(source),
    })),
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
    /** Turns a site on; whether it is one to choose from. */
    turnOn: (place: string): boolean => {
      const site = sources.find((source) => isSite(source) && source === place.toLowerCase());
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
