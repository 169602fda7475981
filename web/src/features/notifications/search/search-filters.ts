import type { MatchFilters } from '@/api/types';
import { paths } from '@/config/paths';

import { tabs } from '../list/use-inbox-view';

const kinds = ['post', 'comment'] as const;
const texts = ['q', 'keyword', 'subreddit', 'from', 'until'] as const;

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((one) => one === value);

/** Parses the filters of a search from the page's address. Unknown values are ignored. */
export function filtersOf(params: URLSearchParams): MatchFilters {
  const filters: MatchFilters = {};
  for (const name of texts) {
    const value = params.get(name)?.trim();
    if (value) filters[name] = value;
  }
  const status = oneOf(tabs, params.get('status'));
  const kind = oneOf(kinds, params.get('kind'));
  // The form offers stars as a state.
  const starred = params.get('starred') === 'true' || params.get('status') === 'starred';
  return {
    ...filters,
    ...(status && { status }),
    ...(kind && { kind }),
    ...(starred && { starred }),
  };
}

/** Returns the filters as a query string, without its question mark. */
export function queryOf(filters: MatchFilters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  return new URLSearchParams(given).toString();
}

/** Returns whether one word is searched for and no filter applies. */
const isOneWord = ({ q = '', ...others }: MatchFilters): boolean =>
  /^[^\s"-][^\s"]*$/.test(q) && isEmptySearch(others);

/** Returns whether every plan includes a search: for one word, or for what has a star. */
export const isForAll = ({ starred = false, ...filters }: MatchFilters): boolean =>
  isOneWord(filters) || (starred && isEmptySearch(filters));

/** The matches that have a star. */
export const STARRED: MatchFilters = { starred: true };

export const isEmptySearch = (filters: MatchFilters): boolean => queryOf(filters) === '';

/** Returns the address of a search. */
export const searchPath = (filters: MatchFilters): string =>
  isEmptySearch(filters) ? paths.search : `${paths.search}?${queryOf(filters)}`;

/**
 * Returns the address of a new keyword watch for what is searched: one word, or a query, which
 * supports the same words, phrases, OR and minus.
 */
export function watchPath(filters: MatchFilters): string {
  const { q = '', kind, subreddit } = filters;
  const words = kind && q.includes(' OR ') ? `(${q})` : q;
  const keyword = kind ? `${words} type:${kind}` : words;
  const mode = isOneWord(filters) ? 'literal' : 'query';
  const params = new URLSearchParams({ add: '', keyword, mode });
  if (subreddit) params.set('subreddit', subreddit.replace(/^\/?r\//i, ''));
  return `${paths.keywords}?${params.toString()}`;
}
