import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';

import type { Watch, WatchNearMisses } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Switch } from '@/components/ui/switch';
import { Tooltip } from '@/components/ui/tooltip';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { useUntil } from '@/entities/snooze/use-until';
import { matchCountText } from '@/entities/watch/match-count';
import { useSession } from '@/lib/http/session';

import { HearingButton } from '../hearing/hearing-button';
import { NearMissNote } from '../near-misses/near-miss-note';
import { ProposalNote } from '../proposal/proposal-note';
import { SnoozeMenu } from '../snooze/snooze-menu';
import { SnoozeNote } from '../snooze/snooze-note';
import { VariantNote } from '../variant/variant-note';
import type { Trend } from './activity';
import { StateBadge } from './state-badge';
import { WatchCoverage } from './watch-coverage';
import { WatchExclusions } from './watch-exclusions';
import { WatchFacts } from './watch-facts';
import { WatchPaused } from './watch-paused';
import { WatchTrend } from './watch-trend';
import { WatchUnreadable } from './watch-unreadable';

type WatchCardProps = {
  watch: Watch;
  /** Its last days, once they are known. */
  trend: Trend | undefined;
  /** What it nearly matched lately, if anything. */
  nearMisses: WatchNearMisses | undefined;
  chosen: boolean;
  /** Selects it for an action on several watches; undefined for the only watch. */
  onChoose: ((chosen: boolean) => void) | undefined;
  onToggle: () => void;
  /** Snoozes its alerts until then; null ends the snooze. */
  onSnooze: (until: string | null) => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function WatchCard({ watch, trend, nearMisses, chosen, ...on }: WatchCardProps) {
  const { onChoose, onToggle, onSnooze, onEdit, onDelete } = on;
  const { keyword, mode, isActive, subreddits, matchCount, tags, notes } = watch;
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const snoozeId = useId();
  const snoozedUntil = useUntil(watch.snoozedUntil);
  const scope = subreddits.map(usePlaceLabel(subreddits)).join(', ');
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:flex-nowrap">
      {onChoose && (
        <input
          type="checkbox"
          aria-label={`Select ${keyword}`}
          checked={chosen}
          onChange={({ target }) => onChoose(target.checked)}
          className="-mr-2 size-4.5 shrink-0 tick"
        />
      )}
      <div className="min-w-0 flex-1 basis-4/5 sm:basis-auto">
        <div className="flex items-center gap-2.5">
          <h2
            className={clsx(
              'truncate tracking-normal',
              mode === 'query' ? 'font-mono text-base' : 'font-sans text-lg',
            )}
          >
            {keyword}
          </h2>
          {mode === 'query' && <Badge tone="brand">Query</Badge>}
          <StateBadge watch={watch} />
        </div>
        <p className="mt-0.5 text-sm text-ink-faint">{`${scope} • ${matchCountText(matchCount)}`}</p>
        <WatchFacts watch={watch} />
        <WatchCoverage watch={watch} />
        <WatchExclusions watch={watch} />
        <WatchPaused watch={watch} onEdit={onEdit} />
        <WatchUnreadable watch={watch} timeZone={timeZone} />
        {snoozedUntil && (
          <SnoozeNote
            keyword={keyword}
            until={snoozedUntil}
            timeZone={timeZone}
            buttonId={snoozeId}
            onWake={() => onSnooze(null)}
          />
        )}
        {trend?.proposalDueAt && (
          <ProposalNote watch={watch} dueAt={trend.proposalDueAt} buttonId={snoozeId} />
        )}
        {watch.variant && <VariantNote watch={watch} variant={watch.variant} buttonId={snoozeId} />}
        {nearMisses && <NearMissNote watch={watch} found={nearMisses} buttonId={snoozeId} />}
        {notes && (
          <p className="mt-1.5 line-clamp-2 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
            {notes}
          </p>
        )}
        {tags.length > 0 && (
          <ul aria-label="Tags" className="mt-2.5 flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge tone="brand">{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <WatchTrend trend={trend} />
      <div className="-mr-2 flex shrink-0 flex-wrap items-center justify-end gap-1 max-sm:-ml-1 max-sm:grow max-sm:basis-full">
        <Switch
          aria-label={`Watch ${keyword}`}
          checked={isActive}
          onCheckedChange={onToggle}
          className="mr-2 max-sm:mr-auto max-sm:ml-1"
        />
        <HearingButton watch={watch} />
        <SnoozeMenu id={snoozeId} keyword={keyword} timeZone={timeZone} onSnooze={onSnooze} />
        <Tooltip text="Edit">
          <Button variant="ghost" size="icon" aria-label={`Edit ${keyword}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip text="Delete">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete ${keyword}`}
            onClick={onDelete}
            className="hover:bg-bad-soft! hover:text-bad!"
          >
            <Trash2 aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </Card>
  );
}
