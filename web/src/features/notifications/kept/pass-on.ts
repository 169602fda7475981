import type { Notification } from '@/api/types';
import { copy } from '@/lib/copy';
import { dateText } from '@/lib/dates';
import { headline } from '@/lib/headline';
import { excerpt } from '@/lib/highlight';
import { decodeEntities } from '@/lib/html-entities';
import { authorLabel, placeLabel } from '@/lib/places';

/** The length of the excerpt below the link, in UTF-16 units. */
const EXCERPT = 400;

/** Characters that Markdown reads as markup in the text of a link. */
const escaped = (text: string) => text.replaceAll(/[\\[\]*_`<>]/g, String.raw`\$&`);

/** Returns a match as Markdown: a link, where and by whom it was written, and the text around the match. */
export function asMarkdown({ redditPost, matches, createdAt }: Notification): string {
  const { subreddit, author, url, content, title } = redditPost;
  const facts = [placeLabel(subreddit), author && authorLabel(author, subreddit)];
  const about = [...facts.filter(Boolean), dateText(createdAt)].join(', ');
  const link = `[${escaped(headline(redditPost))}](${url.replaceAll('(', '%28').replaceAll(')', '%29')}) (${escaped(about)})`;
  // What has no title has its text in the link.
  if (!title.trim() || !content.trim()) return link;
  const inBody = matches.filter(({ field }) => field === 'body');
  const text = excerpt(content, inBody, EXCERPT).map((segment) => segment.text);
  const lines = decodeEntities(text.join('')).trim().split(/\n+/);
  return [link, '', ...lines.map((line) => `> ${line}`)].join('\n');
}

/** Returns whether the system has a way to share a link. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the system's dialog to share a match. */
export async function share({ redditPost }: Notification): Promise<void> {
  try {
    await navigator.share({ title: headline(redditPost), url: redditPost.url });
  } catch (error) {
    // The user closed it.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copy(redditPost.url, 'The link');
  }
}
