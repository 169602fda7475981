import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';

import { Button } from '@/components/ui/button';

import type { MadeMove } from '../api/move-notifications';
import { leftTexts } from '../triage/move-texts';
import { useUndoInToast } from '../triage/undo-in-toast';
import { placesAfterItem } from './landmarks';

type HeldPlaceProps = {
  /** The move by which the notification left; null while it is there. */
  left: MadeMove | 'elsewhere' | null;
  /** The notifications that had the place. */
  ids: readonly string[];
  onUndo: () => void;
  children: ReactNode;
};

/** A place in a list. It keeps its size when its notification leaves, so that nothing moves. */
export function HeldPlace({ left, ids, onUndo, children }: HeldPlaceProps) {
  const content = useRef<HTMLDivElement>(null);
  const hasLeft = left !== null;
  const isInToast = useUndoInToast(ids);
  const leaveFocus = useEffectEvent(() => {
    const element = content.current;
    if (!element?.contains(document.activeElement)) return;
    const next = placesAfterItem(element).find((place) => place !== null);
    next?.focus({ preventScroll: true });
    // Keyboard users continue there; a mouse stays where it is.
    if (next?.matches(':focus-visible')) next.scrollIntoView({ block: 'nearest' });
  });
  useLayoutEffect(() => {
    if (hasLeft) leaveFocus();
  }, [hasLeft]);

  return (
    <div className="relative">
      <div ref={content} inert={hasLeft} style={hasLeft ? { visibility: 'hidden' } : undefined}>
        {children}
      </div>
      {left && (
        <p className="absolute inset-0 flex items-center justify-center gap-3 bg-sunken text-sm text-ink-faint">
          {left === 'elsewhere' ? 'No longer in this list' : leftTexts[left.to]}
          {left !== 'elsewhere' && left.whole === undefined && (
            <Button
              variant="link"
              aria-label={`Undo ${leftTexts[left.to].toLowerCase()}`}
              onClick={onUndo}
              style={isInToast ? { visibility: 'hidden' } : undefined}
              className="text-sm!"
            >
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
