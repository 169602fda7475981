import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Watch } from '@/api/types';
import { numberText } from '@/lib/number';

import { useNearMissesOf } from '../near-misses/near-misses';
import { useSnoozeWatch } from '../snooze/snooze-watch';
import type { Trend } from './activity';
import { useDeleteWatch } from './delete-watch';
import { DeleteWatchDialog } from './delete-watch-dialog';
import { ListToolbar } from './list-toolbar';
import { useToggleWatch } from './toggle-watch';
import { WatchCard } from './watch-card';
import { inView, tagsOf, viewOf, withView } from './watch-view';

type WatchListProps = {
  /** The loaded watches, newest first. */
  watches: readonly Watch[];
  /** The number of all watches. */
  total: number;
  trends: ReadonlyMap<string, Trend>;
  onEdit: (watch: Watch) => void;
};

export function WatchList({ watches, total, trends, onEdit }: WatchListProps) {
  const [deleting, setDeleting] = useState<Watch | null>(null);
  const [params, setParams] = useSearchParams();
  const [ids, setIds] = useState<readonly string[]>([]);
  const remove = useDeleteWatch();
  const snooze = useSnoozeWatch();
  const toggle = useToggleWatch();
  const nearMisses = useNearMissesOf(watches);
  const view = viewOf(params);
  const shown = inView(watches, view);
  // A watch that is not listed must not change unseen.
  const chosen = shown.map(({ _id }) => _id).filter((id) => ids.includes(id));

  return (
    <>
      {watches.length > 1 && (
        <ListToolbar
          view={view}
          tags={tagsOf(watches)}
          shown={shown}
          chosen={chosen}
          onView={(changes) => setParams((now) => withView(now, changes), { replace: true })}
          onChoose={setIds}
        />
      )}
      {shown.length === 0 && (
        <p role="status" className="py-8 text-center text-ink-soft">
          No keywords match these filters.
          {watches.length < total &&
            ` Only the newest ${numberText(watches.length)} were searched.`}
        </p>
      )}
      <ul aria-label="Keyword watches" className="grid grid-cols-1 gap-3">
        {shown.map((watch) => (
          <li key={watch._id}>
            <WatchCard
              watch={watch}
              trend={trends.get(watch._id)}
              nearMisses={nearMisses?.get(watch._id)}
              chosen={chosen.includes(watch._id)}
              onChoose={
                watches.length > 1
                  ? (on) => setIds(on ? [...chosen, watch._id] : without(chosen, watch._id))
                  : undefined
              }
              onToggle={() => toggle.mutate(watch)}
              onSnooze={(until) => snooze.mutate({ watch, until })}
              onEdit={() => onEdit(watch)}
              onDelete={() => setDeleting(watch)}
            />
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteWatchDialog
          watch={deleting}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);
