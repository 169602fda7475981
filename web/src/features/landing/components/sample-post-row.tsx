import { clsx } from 'clsx';

import { Highlighted } from '@/components/ui/highlighted';
import { segments } from '@/lib/highlight';

import type { Heard } from '../use-demo';

/** A sample post; matches are marked with the signal colour. */
export function SamplePostRow({ post, spans }: Heard) {
  const title = spans.filter(({ field }) => field === 'title');
  const body = spans.filter(({ field }) => field === 'body');
  return (
    <li
      className={clsx(
        'border-l-3 py-3 pr-5 pl-4 text-sm transition-colors',
        spans.length > 0 ? 'border-l-signal' : 'border-l-transparent',
      )}
    >
      <p className="text-xs font-semibold text-ink-faint">
        r/{post.subreddit} • {post.kind === 'post' ? 'Post' : 'Comment'}
      </p>
      {post.title && (
        <p className="mt-0.5 font-semibold">
          <Highlighted segments={segments(post.title, title)} />
        </p>
      )}
      {post.body && (
        <p className="mt-0.5 text-ink-soft">
          <Highlighted segments={segments(post.body, body)} />
        </p>
      )}
    </li>
  );
}
