import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { headline } from '@/lib/headline';
import { placeLabel } from '@/lib/places';

import { SHOW_CHUNK } from './landmarks';
import { canObserve, observeNearness } from './near-view';
import type { Story } from './stories';

/** The approximate height of a card until it has been rendered, in px. */
const CARD_PX = 170;

type ListChunkProps = {
  stories: readonly Story[];
  /** False for a short list, of which everything is rendered. */
  lazy: boolean;
  children: (story: Story) => ReactNode;
};

/**
 * A few cards of a long list. Far from the viewport only their titles are rendered, in a place of
 * the same height: the browser finds them on the page and screen readers list them, without a
 * layout of the cards.
 */
export function ListChunk({ stories, lazy, children }: ListChunkProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(!lazy || !canObserve());
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const isShown = isNear || !lazy;

  useEffect(() => {
    const chunk = element.current;
    if (!lazy || !chunk) return;
    const show = () => flushSync(() => setNear(true));
    chunk.addEventListener(SHOW_CHUNK, show);
    const stop = observeNearness(chunk, (near, height) => {
      if (near) startTransition(() => setNear(true));
      else if (!isInUse(chunk)) {
        if (chunk.dataset.chunk === 'shown') setHeightPx(height);
        setNear(false);
      }
    });
    return () => {
      chunk.removeEventListener(SHOW_CHUNK, show);
      stop();
    };
  }, [lazy]);

  return (
    <div
      ref={element}
      data-chunk={isShown ? 'shown' : 'hidden'}
      style={
        isShown
          ? undefined
          : { height: heightPx ?? stories.length * CARD_PX, contentVisibility: 'auto' }
      }
      className={isShown ? 'divide-y divide-line' : 'overflow-hidden [contain:strict]'}
    >
      {isShown ? (
        stories.map((story) => (
          <div role="listitem" key={story.id}>
            {children(story)}
          </div>
        ))
      ) : (
        <Titles stories={stories} />
      )}
    </div>
  );
}

/** Returns whether a chunk holds the focus or something expanded, and so stays as it is. */
const isInUse = (chunk: HTMLElement) =>
  chunk.contains(document.activeElement) || chunk.querySelector('[aria-expanded=true]') !== null;

const Titles = memo(function Titles({ stories }: { stories: readonly Story[] }) {
  return (
    <div className="grid h-full px-12">
      {stories.map(({ id, lead: { redditPost } }) => (
        <div role="listitem" key={id} className="truncate py-4 font-semibold">
          {headline(redditPost) || placeLabel(redditPost.subreddit)}
        </div>
      ))}
    </div>
  );
});
