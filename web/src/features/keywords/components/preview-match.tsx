import { Highlighted } from '@/components/ui/highlighted';
import { excerpt, segments } from '@/lib/highlight';
import { relativeTime } from '@/lib/relative-time';

import type { PreviewMatch } from '../use-preview';

/** Characters of the body that are shown around its first match. */
const EXCERPT = 160;

/** An item that the watch would have found, with what it found in it. */
export function PreviewMatchRow({ match: { item, spans } }: { match: PreviewMatch }) {
  const title = spans.filter(({ field }) => field === 'title');
  const body = spans.filter(({ field }) => field === 'body');
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex gap-1.5 text-xs font-medium text-ink-faint">
        <span className="truncate">
          r/{item.subreddit} • {item.kind === 'post' ? 'Post' : 'Comment'}
        </span>
        <span className="ml-auto shrink-0">{relativeTime(item.createdAt)}</span>
      </p>
      {item.title && (
        <p className="mt-0.5 line-clamp-2 font-semibold">
          <Highlighted segments={segments(item.title, title)} />
        </p>
      )}
      {item.body && (
        <p className="mt-0.5 line-clamp-3 text-ink-soft">
          <Highlighted segments={excerpt(item.body, body, EXCERPT)} />
        </p>
      )}
    </li>
  );
}
