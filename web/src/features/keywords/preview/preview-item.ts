import type { RecentItem } from '@/api/types';
import type { PreviewItem } from '@/lib/matcher/matcher';

/** Converts a stored item for the matcher. */
export function previewItem(item: RecentItem): PreviewItem {
  const { kind, subreddit, author, title, body, flair, link, score } = item;
  return { kind, subreddit, author, title, body, flair, url: link, score };
}
