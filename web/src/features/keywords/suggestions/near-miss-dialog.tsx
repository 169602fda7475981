import type { ProposedRule, Watch, WatchNearMisses } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { dateText } from '@/lib/dates';
import { counted } from '@/lib/number';

import { MatchList } from './match-list';
import { nearMissText } from './texts';

type NearMissDialogProps = {
  watch: Watch;
  found: WatchNearMisses;
  isBusy: (rule: ProposedRule) => boolean;
  onApply: (rule: ProposedRule) => void;
  onClose: () => void;
};

/** Lists what a keyword nearly matched, under each change that would match it. */
export function NearMissDialog({ watch, found, isBusy, onApply, onClose }: NearMissDialogProps) {
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
          <MatchList
            key={index}
            matches={miss.examples}
            head={(id) => (
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
                <h3
                  id={id}
                  className="min-w-0 flex-1 basis-60 font-sans text-sm font-semibold tracking-normal wrap-anywhere"
                >
                  {nearMissText(miss, found.hours, watch)}
                </h3>
                <Button
                  variant="secondary"
                  aria-describedby={id}
                  busy={isBusy(miss.rule)}
                  onClick={() => onApply(miss.rule)}
                >
                  Match these too
                </Button>
              </div>
            )}
          >
            {miss.examples.length < miss.count && (
              <p className="border-t border-line px-4 py-3 text-xs text-ink-faint">
                {miss.examples.length === 0
                  ? 'Harken no longer stores what it found.'
                  : `${counted(miss.count - miss.examples.length, 'more is', 'more are')} not shown.`}
              </p>
            )}
          </MatchList>
        ))}
      </div>
    </Dialog>
  );
}
