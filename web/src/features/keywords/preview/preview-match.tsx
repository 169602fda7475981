import type { ReactNode } from 'react';

import { Age } from '@/components/ui/age';
import { Highlighted } from '@/components/ui/highlighted';
import { PlaceName } from '@/entities/feed/place-name';
import { excerpt, segments } from '@/lib/highlight';
import type { MatchSpan } from '@/lib/matcher/matcher';

import type { PreviewMatch } from './use-preview';

/** The number of characters of the body shown around its first match. */
const EXCERPT = 160;

type RowProps = {
  match: PreviewMatch;
  /** Further content of the row. */
  children?: ReactNode;
};

/** An item that the watch would have matched, with its matches marked. */
export function PreviewMatchRow({ match: { item, spans }, children }: RowProps) {
  const within = (name: MatchSpan['field']) => spans.filter(({ field }) => field === name);
  // Shown only if something matched in them.
  const beside = [
    { label: 'Author', text: item.author, found: within('author') },
    { label: 'Flair', text: item.flair, found: within('flair') },
    { label: 'Link', text: item.link, found: within('url') },
  ].filter(({ found }) => found.length > 0);
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex gap-1.5 text-xs font-medium text-ink-faint">
        <span dir="auto" className="truncate text-left">
          <PlaceName place={item.subreddit} /> • {item.kind === 'post' ? 'Post' : 'Comment'}
        </span>
        <Age time={item.createdAt} className="ml-auto shrink-0" />
      </p>
      {item.title && (
        <p dir="auto" className="mt-0.5 line-clamp-2 font-semibold">
          <Highlighted segments={segments(item.title, within('title'))} />
        </p>
      )}
      {item.body && (
        <p dir="auto" className="mt-0.5 line-clamp-3 text-ink-soft">
          <Highlighted segments={excerpt(item.body, within('body'), EXCERPT)} />
        </p>
      )}
      {beside.map(({ label, text, found }) => (
        <p key={label} className="mt-0.5 text-ink-soft">
          {label}:{' '}
          <bdi>
            <Highlighted segments={segments(text, found)} />
          </bdi>
        </p>
      ))}
      {children}
    </li>
  );
}
