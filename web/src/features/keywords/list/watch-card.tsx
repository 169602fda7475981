import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import { memo, useId } from 'react';

import type { Watch, WatchNearMisses } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { IconButton } from '@/components/ui/icon-button';
import { Switch } from '@/components/ui/switch';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { useUntil } from '@/entities/snooze/use-until';
import { matchCountText } from '@/entities/watch/match-count';
import { useSession } from '@/lib/http/session';

import { HearingButton } from '../hearing/hearing-button';
import { SnoozeMenu } from '../snooze/snooze-menu';
import { SnoozeNote } from '../snooze/snooze-note';
import { Suggestions } from '../suggestions/suggestions';
import type { Trend } from './activity';
import { RowOpener } from './row-opener';
import { StateBadge } from './state-badge';
import type { WatchActions } from './watch-actions';
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
  /** Whether the account is new: what is of use only with matches is left out. */
  isNew: boolean;
  chosen: boolean;
  /** Whether it can be selected for an action on several watches: not the only watch. */
  selectable: boolean;
  actions: WatchActions;
  /** For the card of an opened row, which is in the card of the list: closes it. */
  onClose?: () => void;
};

/** A watch with all that is known about it, and its actions. A memo, as typing in the filter changes few cards. */
export const WatchCard = memo(function WatchCard(props: WatchCardProps) {
  const { watch, trend, nearMisses, isNew, chosen, selectable, actions, onClose } = props;
  const { keyword, mode, isActive, subreddits, matchCount, tags, notes } = watch;
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const onEdit = () => actions.onEdit(watch);
  const onSnooze = (until: string | null) => actions.onSnooze(watch, until);
  const snoozeId = useId();
  const snoozedUntil = useUntil(watch.snoozedUntil);
  const scope = subreddits.map(usePlaceLabel(subreddits)).join(', ');
  const Frame = onClose ? 'div' : Card;
  return (
    <Frame className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:flex-nowrap">
      {selectable && (
        <input
          type="checkbox"
          aria-label={`Select ${keyword}`}
          checked={chosen}
          onChange={() => actions.onChoose(watch._id)}
          className="-mr-2 size-4.5 shrink-0 tick"
        />
      )}
      <div className="min-w-0 flex-1 basis-4/5 sm:basis-auto">
        <div className="flex items-center gap-2.5">
          <h2
            dir="auto"
            className={clsx(
              'truncate tracking-normal',
              mode === 'query' ? 'font-mono text-base' : 'font-sans text-lg',
            )}
          >
            {onClose ? <RowOpener open takesFocus text={keyword} onClick={onClose} /> : keyword}
          </h2>
          {mode === 'query' && <Badge tone="brand">Query</Badge>}
          <StateBadge watch={watch} />
        </div>
        <p dir="auto" className="mt-0.5 text-left text-sm text-ink-faint">
          {`${scope} • ${matchCountText(matchCount)}`}
        </p>
        <WatchFacts watch={watch} />
        {!isNew && <WatchCoverage watch={watch} />}
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
        <Suggestions
          watch={watch}
          dueAt={trend?.proposalDueAt}
          nearMisses={nearMisses}
          buttonId={snoozeId}
        />
        {notes && (
          <p dir="auto" className="mt-1.5 line-clamp-2 text-sm whitespace-pre-line text-ink-soft">
            {notes}
          </p>
        )}
        {tags.length > 0 && (
          <ul aria-label="Tags" className="mt-2.5 flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge tone="brand" className="whitespace-normal">
                  <bdi>{tag}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isNew && <WatchTrend trend={trend} />}
      <div className="-mr-2 flex shrink-0 flex-wrap items-center justify-end gap-1 max-sm:-ml-1 max-sm:grow max-sm:basis-full">
        <Switch
          aria-label={`Watch ${keyword}`}
          checked={isActive}
          onCheckedChange={() => actions.onToggle(watch)}
          className="mr-2 max-sm:mr-auto max-sm:ml-1"
        />
        {!isNew && (
          <>
            <HearingButton watch={watch} />
            <SnoozeMenu id={snoozeId} keyword={keyword} timeZone={timeZone} onSnooze={onSnooze} />
          </>
        )}
        <IconButton icon={Pencil} name={`Edit ${keyword}`} words="Edit" onClick={onEdit} />
        <IconButton
          icon={Trash2}
          name={`Delete ${keyword}`}
          words="Delete"
          danger
          onClick={() => actions.onDelete(watch)}
        />
      </div>
    </Frame>
  );
});
