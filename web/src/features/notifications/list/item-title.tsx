import { clsx } from 'clsx';

import type { Notification } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { authorHeading } from '@/lib/headline';
import { segments } from '@/lib/highlight';
import { siteLabel } from '@/lib/places';

import type { RowText } from './row-text';

type ItemTitleProps = {
  notification: Notification;
  id: string;
  /** What a row shows in its place; undefined for a card. */
  row?: RowText;
  /** For rows, and cards that were rows. Whether it is open; null if it opens elsewhere. */
  open?: boolean | null;
};

/** The title of a notification, as a heading. That of a row opens it. */
export function ItemTitle({ notification, id, row, open }: ItemTitleProps) {
  const { redditPost, matches, gone } = notification;
  const { title, subreddit } = redditPost;
  // An opened row keeps a title to close it with.
  if (!gone && !title && open === undefined) return null;
  const inTitle = matches.filter(({ field }) => field === 'title');
  const shown = gone
    ? [{ text: `Removed from ${siteLabel(subreddit)}`, hit: false }]
    : title
      ? segments(title, inTitle)
      : [{ text: authorHeading(redditPost), hit: false }];
  const content = <Highlighted segments={row && !gone ? row.heading : shown} />;
  return (
    <h2
      id={id}
      dir="auto"
      className={clsx(
        'font-sans tracking-normal',
        row ? 'min-w-0 text-sm leading-5' : 'mt-1 text-base',
        gone && 'font-medium text-ink-faint italic',
        !gone && (row?.isTitle === false ? 'font-normal' : 'font-semibold'),
        // The match is more important than the end of the title.
        row?.text.some(({ hit }) => hit) && 'max-w-3/5 shrink-0',
      )}
    >
      {open === undefined ? (
        content
      ) : (
        <button
          type="button"
          data-opens
          aria-expanded={open ?? undefined}
          className={clsx('min-h-6 max-w-full text-start', row && '-my-0.5 block truncate py-0.5')}
        >
          {content}
        </button>
      )}
    </h2>
  );
}
