import { clsx } from 'clsx';
import { Pencil, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';

import type { Watch, WatchNearMisses } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { onUse, rowEnd } from '@/components/ui/row-actions';
import { Switch } from '@/components/ui/switch';
import { matchCountText } from '@/entities/watch/match-count';
import { useTouch } from '@/lib/use-media';

import type { Trend } from './activity';
import { RowFlags } from './row-flags';
import { RowOpener } from './row-opener';
import { StateBadge } from './state-badge';
import type { WatchActions } from './watch-actions';
import { WatchCard } from './watch-card';

export type WatchRowProps = {
  watch: Watch;
  trend: Trend | undefined;
  nearMisses: WatchNearMisses | undefined;
  chosen: boolean;
  /** The names of its places. */
  scope: string;
  actions: WatchActions;
};

/**
 * A watch as a row of one line, which opens to its card. A memo, so that typing in the filter
 * renders only the rows that it brings into the list.
 */
export const WatchRow = memo(function WatchRow({ scope, ...card }: WatchRowProps) {
  const { watch, trend, nearMisses, chosen, actions } = card;
  const { keyword, mode, isActive, pausedAt, matchCount, lastMatchAt } = watch;
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  if (isOpen)
    return <WatchCard {...card} isNew={false} selectable onClose={() => setOpen(false)} />;
  return (
    <div
      // Not when it scrolls to the mouse.
      onPointerMove={use}
      onFocus={use}
      onClick={({ target, currentTarget }) => {
        // Not what its dialogs receive.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        if (!target.closest('button, label')) setOpen(true);
      }}
      className={clsx(
        'group/item relative flex cursor-pointer items-center gap-x-2 pr-4 pl-3 text-sm leading-5',
        chosen ? 'bg-brand-soft/60' : 'hover:bg-sunken/60',
      )}
    >
      <label className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-lg hover:bg-line/60">
        <input
          type="checkbox"
          aria-label={`Select ${keyword}`}
          checked={chosen}
          onChange={() => actions.onChoose(watch._id)}
          className="size-4.5 tick"
        />
      </label>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem_4rem]">
        <div className="col-span-2 flex min-w-0 items-center gap-2 @2xl:col-span-1">
          <h2
            className={clsx(
              'min-w-0 text-sm leading-5 tracking-normal',
              mode === 'query' ? 'font-mono' : 'font-sans',
            )}
          >
            <RowOpener
              open={false}
              takesFocus={isOpen === false}
              text={keyword}
              onClick={() => setOpen(true)}
            />
          </h2>
          {(!isActive || pausedAt) && <StateBadge watch={watch} />}
          {mode === 'query' && <Badge tone="brand">Query</Badge>}
          <RowFlags watch={watch} trend={trend} nearMisses={nearMisses} />
        </div>
        <p dir="auto" className="truncate text-left text-ink-faint @max-2xl:pl-5.5">
          {scope}
        </p>
        <p className="text-right whitespace-nowrap text-ink-faint">{matchCountText(matchCount)}</p>
        <p className="text-right whitespace-nowrap text-ink-faint @max-2xl:hidden">
          {lastMatchAt && <Age time={lastMatchAt} />}
        </p>
      </div>
      {isUsed && <RowTools watch={watch} actions={actions} />}
    </div>
  );
});

/** The actions of a row, over its end. On touch screens they are in the card that it opens to. */
function RowTools({ watch, actions }: Pick<WatchRowProps, 'watch' | 'actions'>) {
  const { keyword, isActive } = watch;
  const isTouch = useTouch();
  if (isTouch) return null;
  return (
    <div className={clsx(rowEnd, onUse)}>
      <Switch
        aria-label={`Watch ${keyword}`}
        checked={isActive}
        onCheckedChange={() => actions.onToggle(watch)}
        className="mx-2"
      />
      <IconButton
        icon={Pencil}
        name={`Edit ${keyword}`}
        onClick={() => actions.onEdit(watch)}
        className="size-8!"
      />
      <IconButton
        icon={Trash2}
        name={`Delete ${keyword}`}
        danger
        onClick={() => actions.onDelete(watch)}
        className="size-8!"
      />
    </div>
  );
}
