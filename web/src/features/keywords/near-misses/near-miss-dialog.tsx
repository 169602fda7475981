import { useId } from 'react';

import type { NearMiss, Watch, WatchNearMisses } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { dateText } from '@/lib/dates';
import { showFailure } from '@/lib/failure-toast';
import { counted } from '@/lib/number';

import { PreviewMatchRow } from '../preview/preview-match';
import { useApplyRule } from '../proposal/apply-rule';
import { nearMissText } from './near-miss-text';

type NearMissDialogProps = { watch: Watch; found: WatchNearMisses; onClose: () => void };

/** Lists what a keyword nearly matched, under each change that would match it. */
export function NearMissDialog({ watch, found, onClose }: NearMissDialogProps) {
  const apply = useApplyRule(watch);
  const period = `the ${counted(found.hours, 'hour')} before ${dateText(found.lookedAt)}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Near misses"
      description={`What “${watch.keyword}” nearly matched in ${period}.`}
      size="md"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {found.changes.map((miss, index) => (
          <Change
            key={index}
            miss={miss}
            title={nearMissText(miss, found.hours, watch)}
            busy={apply.isPending && apply.variables === miss.rule}
            onApply={() =>
              apply.mutate(miss.rule, {
                onError: (error) => showFailure('The keyword could not be changed', error),
              })
            }
          />
        ))}
      </div>
    </Dialog>
  );
}

type ChangeProps = { miss: NearMiss; title: string; busy: boolean; onApply: () => void };

function Change({ miss, title, busy, onApply }: ChangeProps) {
  const id = useId();
  const { examples, count } = miss;
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-control border border-line bg-sunken"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <h3
          id={id}
          className="min-w-0 flex-1 basis-60 font-sans text-sm font-semibold tracking-normal wrap-anywhere"
        >
          {title}
        </h3>
        <Button variant="secondary" aria-describedby={id} busy={busy} onClick={onApply}>
          Match these too
        </Button>
      </div>
      {examples.length > 0 && (
        <ul aria-labelledby={id} className="divide-y divide-line border-t border-line">
          {examples.map(({ item, matches }) => (
            <PreviewMatchRow key={item._id} match={{ item, spans: matches }} />
          ))}
        </ul>
      )}
      {examples.length < count && (
        <p className="border-t border-line px-4 py-3 text-xs text-ink-faint">
          {examples.length === 0
            ? 'Harken no longer stores what it found.'
            : `${counted(count - examples.length, 'more is', 'more are')} not shown.`}
        </p>
      )}
    </section>
  );
}
