import type { EditedWatch } from './watch-defaults';

/** What a new watch begins with, where that is more than nothing. */
export type WatchStart = Partial<Pick<EditedWatch, 'keyword' | 'mode' | 'subreddits'>>;

/** The beginning that an address carries: `?add=&keyword=…&mode=query&subreddit=…`. */
export function startOf(params: URLSearchParams): WatchStart {
  const keyword = params.get('keyword');
  const subreddit = params.get('subreddit');
  return {
    ...(keyword && { keyword }),
    ...(params.get('mode') === 'query' && { mode: 'query' as const }),
    ...(subreddit && { subreddits: [subreddit] }),
  };
}
