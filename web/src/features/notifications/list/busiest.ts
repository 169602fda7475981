import type { Notification, SubredditCount } from '@/api/types';

/** The number of subreddits that the header of a group names. */
export const NAMED = 3;

/** Counts the notifications in each subreddit, the busiest first. */
export function bySubreddit(notifications: readonly Notification[]): SubredditCount[] {
  const counts = new Map<string, number>();
  for (const { redditPost } of notifications) {
    counts.set(redditPost.subreddit, (counts.get(redditPost.subreddit) ?? 0) + 1);
  }
  return [...counts]
    .map(([subreddit, count]) => ({ subreddit, count }))
    .sort((a, b) => b.count - a.count || a.subreddit.localeCompare(b.subreddit));
}
