import { clsx } from 'clsx';
import { lazy, Suspense, useId, useMemo, useState } from 'react';

import type { Notification } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { excerpt } from '@/lib/highlight';
import { useLeaveFocus } from '@/lib/use-leave-focus';
import { useMedia } from '@/lib/use-media';

import { KeptFacts } from '../kept/kept-facts';
import { AsideReason } from '../reading/aside-reason';
import { MatchElsewhere } from '../reading/match-elsewhere';
import { MatchFacts } from '../reading/match-facts';
import { useReadingPane } from '../reading/reading-pane-state';
import { ReplyReasonList } from '../reading/reply-reason-list';
import { WhyAlert } from '../reading/why-alert';
import type { Actable } from '../triage/actions-of';
import { ItemActions, type Row } from '../triage/item-actions';
import { ItemTitle } from './item-title';
import { placesAfterItem } from './landmarks';
import { type More, MoreToggle } from './more-toggle';
import { PREVIEW_LENGTH } from './preview-length';
import { RowFacts } from './row-facts';
import { rowText } from './row-text';

const PostContent = lazy(() => import('../reading/post-content'));

type NotificationItemProps = Actable & {
  /** The toggle for the rest of its story, if there is any. */
  more?: More;
  /** Its keyword and state, in a list with more than one of them. */
  place?: string;
  /** In a list of rows: it is one line until it is opened. */
  row?: Row;
};

/** The window width below which a row has little space, as has one beside the reading pane. */
const NARROW = '(width < 72rem)';

/** One notification. It takes the focus, so that the shortcuts know which one is meant. */
export function NotificationItem({ row, ...props }: NotificationItemProps) {
  const { notification, more, place } = props;
  const article = useLeaveFocus<HTMLElement>(placesAfterItem);
  const id = useId();
  const pane = useReadingPane();
  const [isOpened, setOpened] = useState(false);
  const isCurrent = pane?.openId === notification._id;
  const isNarrow = useMedia(NARROW) || pane !== null;
  const isRow = row !== undefined && (!isOpened || pane !== null);
  const shown = useMemo(
    () => (isRow ? rowText(notification, isNarrow) : undefined),
    [isRow, isNarrow, notification],
  );

  return (
    <article
      ref={article}
      tabIndex={-1}
      data-notification={notification._id}
      aria-current={isCurrent || undefined}
      onClick={({ target, currentTarget }) => {
        // Not what its menus and dialogs receive.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        const isTitle = target.closest('[data-opens]') !== null;
        if (target.closest('a, button, input, label') && !isTitle) return;
        if (pane) pane.open(notification);
        else if (row) setOpened(!(isOpened && isTitle));
      }}
      // While one is open in the reading pane, the focused one replaces it.
      onFocus={({ target, currentTarget }) => {
        if (pane && pane.openId !== null && target === currentTarget) pane.open(notification);
      }}
      aria-labelledby={`${id}-about ${id}-title`}
      className={clsx(
        'group/item relative grid gap-x-3 -outline-offset-2 focus-visible:bg-brand-soft/50 aria-[current=true]:bg-brand-soft/50',
        isRow
          ? 'cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center py-1 pr-4 pl-5 text-sm leading-5 hover:bg-sunken/60 content-center touch:min-h-12 touch:pr-16 @2xl:py-2 @2xl:grid-cols-[12rem_minmax(0,1fr)_auto]'
          : 'grid-cols-1 px-5 pb-4 @lg:grid-cols-[minmax(0,1fr)_auto]',
        // The checkbox stays where it was in the row.
        !isRow && (row ? 'pt-1.5 touch:pt-2.5' : 'pt-4'),
      )}
    >
      {isRow ? (
        <RowFacts notification={notification} id={`${id}-about`} />
      ) : (
        <MatchFacts notification={notification} id={`${id}-about`} place={place} />
      )}
      <div
        className={
          isRow
            ? 'col-span-2 flex min-w-0 items-baseline gap-x-2 @2xl:col-span-1'
            : '@lg:col-span-2'
        }
      >
        <ItemTitle
          notification={notification}
          id={`${id}-title`}
          row={shown}
          open={row && (pane ? null : isOpened)}
        />
        {isRow && <KeptFacts id={notification._id} inRow />}
        {shown && !notification.gone && shown.text.length > 0 && (
          <p dir="auto" className="min-w-0 flex-1 truncate text-ink-soft">
            <Highlighted segments={shown.text} />
          </p>
        )}
        {!isRow && <Content notification={notification} />}
        {!isRow && <KeptFacts id={notification._id} />}
        {!isRow && !notification.gone && notification.status === 'aside' && (
          <AsideReason notification={notification} onBack={() => props.onMove('unread')} />
        )}
        {!isRow && <ReplyReasonList notification={notification} />}
        {!isRow && !notification.gone && <WhyAlert notification={notification} />}
        {more && <MoreToggle {...more} inRow={isRow} />}
      </div>
      <ItemActions {...props} row={isRow ? row : undefined} />
    </article>
  );
}

/** Shows what was written, unless it was removed. */
function Content({ notification }: { notification: Notification }) {
  const { redditPost, matches, gone } = notification;
  if (gone) return null;
  const inBody = matches.filter(({ field }) => field === 'body');
  return (
    <>
      {redditPost.content && (
        <Suspense
          fallback={
            <p dir="auto" className="mt-1.5 text-ink-soft">
              <Highlighted segments={excerpt(redditPost.content, inBody, PREVIEW_LENGTH)} />
            </p>
          }
        >
          <PostContent notification={notification} />
        </Suspense>
      )}
      <MatchElsewhere notification={notification} />
    </>
  );
}
