import { PanelRight, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';

import type { Notification } from '@/api/types';
import { Card } from '@/components/ui/card';
import { Highlighted } from '@/components/ui/highlighted';
import { IconButton } from '@/components/ui/icon-button';
import { authorHeading } from '@/lib/headline';
import { segments } from '@/lib/highlight';
import { siteLabel } from '@/lib/places';

import type { MadeMove } from '../api/move-notifications';
import { KeptFacts } from '../kept/kept-facts';
import type { Tab } from '../list/use-inbox-view';
import { ItemActions } from '../triage/item-actions';
import { leftTexts } from '../triage/move-texts';
import type { ListActions } from '../triage/use-inbox-actions';
import { ExplanationPanel } from './explanation-panel';
import { MatchElsewhere } from './match-elsewhere';
import { MatchFacts } from './match-facts';

const PostContent = lazy(() => import('./post-content'));

type ReadingPaneProps = {
  /** Null while no notification of the list is chosen. */
  notification: Notification | null;
  tab: Tab;
  left: MadeMove | 'elsewhere' | null;
  actions: ListActions;
  onClose: () => void;
};

/** Shows the whole text of the chosen notification beside the list, where it stays in view. */
export function ReadingPane({ notification, onClose, ...rest }: ReadingPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const id = notification?._id;
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [id]);
  return (
    <Card
      ref={pane}
      role="region"
      aria-label="Reading pane"
      tabIndex={0}
      data-reading={id ?? ''}
      className="sticky top-[calc(var(--frame-top)+1rem)] max-h-[calc(100dvh-var(--frame-top)-2rem)] min-h-56 self-start overflow-y-auto"
    >
      {notification ? (
        <Whole key={id} notification={notification} onClose={onClose} {...rest} />
      ) : (
        <p className="grid min-h-56 place-items-center content-center gap-3 p-6 text-center text-ink-faint">
          <PanelRight aria-hidden className="size-7" />
          Select a notification to read it here.
        </p>
      )}
    </Card>
  );
}

type WholeProps = ReadingPaneProps & { notification: Notification };

function Whole({ notification, tab, left, actions, onClose }: WholeProps) {
  const { redditPost, matches, gone, matchedKeyword } = notification;
  const id = useId();
  const inTitle = matches.filter(({ field }) => field === 'title');
  return (
    <div className="@container px-6 py-5">
      <div className="flex items-start justify-between gap-3">
        <MatchFacts
          notification={notification}
          id={id}
          place={`“${matchedKeyword}”`}
          besideRow={left === null}
        />
        <IconButton
          icon={X}
          name="Close the reading pane"
          words="Close"
          onClick={onClose}
          className="-mt-1 -mr-2 size-9!"
        />
      </div>
      <h2 dir="auto" className="mt-1 text-xl">
        {gone && `Removed from ${siteLabel(redditPost.subreddit)}`}
        {!gone && !redditPost.title && authorHeading(redditPost)}
        {!gone && <Highlighted segments={segments(redditPost.title, inTitle)} />}
      </h2>
      <div className="mt-1 border-b border-line pb-3">
        {left === null ? (
          <ItemActions
            notification={notification}
            status={tab}
            count={1}
            onMove={(to) => actions.move([notification], to)}
          />
        ) : (
          <p role="status" className="mt-2 min-h-9 text-sm text-ink-faint">
            {left === 'elsewhere' ? 'No longer in this list' : leftTexts[left.to]}
          </p>
        )}
      </div>
      {!gone && redditPost.content && (
        <Suspense
          fallback={
            <p dir="auto" className="mt-3 text-ink-soft">
              {redditPost.content}
            </p>
          }
        >
          <div className="mt-3">
            <PostContent notification={notification} whole />
          </div>
        </Suspense>
      )}
      <KeptFacts id={notification._id} />
      {!gone && <MatchElsewhere notification={notification} />}
      {!gone && (
        <section
          aria-label="Why this alert"
          className={`mt-4 text-sm ${redditPost.content ? 'border-t border-line pt-4' : ''}`}
        >
          <ExplanationPanel notification={notification} />
        </section>
      )}
    </div>
  );
}
