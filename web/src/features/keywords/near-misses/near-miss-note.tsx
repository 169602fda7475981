import { Target } from 'lucide-react';
import { useState } from 'react';

import type { Watch, WatchNearMisses } from '@/api/types';
import { Button } from '@/components/ui/button';
import { showFailure } from '@/lib/failure-toast';
import { counted } from '@/lib/number';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { useApplyRule } from '../proposal/apply-rule';
import { NearMissDialog } from './near-miss-dialog';
import { nearMissText } from './near-miss-text';
import { useDismissNearMisses } from './near-misses';

type NearMissNoteProps = {
  watch: Watch;
  found: WatchNearMisses;
  /** The id of a button of the card, which gets the focus when this note disappears. */
  buttonId: string;
};

/** Shows what a keyword nearly matched, with the change that would match it. */
export function NearMissNote({ watch, found, buttonId }: NearMissNoteProps) {
  const apply = useApplyRule(watch);
  const dismiss = useDismissNearMisses(watch._id);
  const [isOpen, setOpen] = useState(false);
  const note = useLeaveFocus<HTMLDivElement>(() => [document.getElementById(buttonId)]);
  const [nearest, ...others] = found.changes;
  if (!nearest) return null;
  const { keyword } = watch;
  const { count, comments } = nearest;
  const see = `See the ${comments === count ? 'comment' : 'post'}${count === 1 ? '' : 's'}`;
  const isAnyShown = others.length > 0 || nearest.examples.length > 0;
  return (
    <div ref={note} className="mt-1.5 flex gap-1.5 text-sm text-ink-soft">
      <Target aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-text" />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p className="wrap-anywhere">
          {`Near miss: ${nearMissText(nearest, found.hours, watch)}`}
          {others.length > 0 &&
            ` Harken found ${counted(others.length, 'more near miss', 'more near misses')}.`}
        </p>
        <div className="flex flex-wrap gap-x-3">
          {isAnyShown && (
            <Button
              variant="link"
              aria-label={`${see}: ${keyword}`}
              onClick={() => setOpen(true)}
              className="text-sm"
            >
              {' '}
              {see}{' '}
            </Button>
          )}
          <Button
            variant="link"
            aria-label={`Match these too: ${keyword}`}
            busy={apply.isPending}
            onClick={() =>
              apply.mutate(nearest.rule, {
                onError: (error) => showFailure('The keyword could not be changed', error),
              })
            }
            className="text-sm"
          >
            {' '}
            Match these too{' '}
          </Button>
          <Button
            variant="link"
            aria-label={`Dismiss near miss: ${keyword}`}
            onClick={() => dismiss.mutate()}
            className="text-sm"
          >
            {' '}
            Dismiss{' '}
          </Button>
        </div>
      </div>
      {isOpen && <NearMissDialog watch={watch} found={found} onClose={() => setOpen(false)} />}
    </div>
  );
}
