import type { EditedWatch } from './watch-defaults';

/** The initial values of a new watch that differ from the defaults. */
export type WatchStart = Partial<Pick<EditedWatch, 'keyword' | 'mode' | 'subreddits'>>;

/** Returns the initial values in an address: `?add=&keyword=…&mode=query&subreddit=…`. */
export function startOf(params: URLSearchParams): WatchStart {
  const keyword = params.get('keyword');
  const subreddit = params.get('subreddit');
  return {
    ...(keyword && { keyword }),
    ...(params.get('mode') === 'query' && { mode: 'query' as const }),
    ...(subreddit && { subreddits: [subreddit] }),
  };
}
