import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Watch } from '@/api/types';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { numberText } from '@/lib/number';

import { hasDialog } from '../form/dialog-address';
import { useSnoozeWatch } from '../snooze/snooze-watch';
import { useNearMissesOf } from '../suggestions/queries';
import type { Trend } from './activity';
import { useDeleteWatch } from './delete-watch';
import { DeleteWatchDialog } from './delete-watch-dialog';
import { ListToolbar } from './list-toolbar';
import { useToggleWatch } from './toggle-watch';
import { useFilterText } from './use-filter-text';
import type { WatchActions } from './watch-actions';
import { WatchCard } from './watch-card';
import { type MoreWatches, WatchRows } from './watch-rows';
import { inView, tagsOf, viewOf, type WatchView, withView } from './watch-view';

/** The number of watches above which each is a row of one line until it is opened. */
const MAX_CARDS = 12;

type WatchListProps = {
  /** The loaded watches, newest first. */
  watches: readonly Watch[];
  /** The number of all watches. */
  total: number;
  /** The query that loads more of them. */
  more: MoreWatches;
  trends: ReadonlyMap<string, Trend>;
  onEdit: (watch: Watch) => void;
};

export function WatchList({ watches, total, more, trends, onEdit }: WatchListProps) {
  const [deleting, setDeleting] = useState<Watch | null>(null);
  const [params, setParams] = useSearchParams();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const remove = useDeleteWatch();
  const { mutate: snoozeWatch } = useSnoozeWatch();
  const { mutate: toggleWatch } = useToggleWatch();
  const nearMisses = useNearMissesOf(watches);
  const isNew = useIsNewcomer();

  const address = viewOf(params);
  const show = (changes: Partial<WatchView>) =>
    setParams((now) => withView(now, changes), { replace: true });
  const [text, setText] = useFilterText(address.text, hasDialog(params), (rested) =>
    show({ text: rested }),
  );
  const { tag, state, order } = address;
  // The field shows a key before the list does.
  const filter = useDeferredValue(text);
  const shown = useMemo(
    () => inView(watches, { text: filter, tag, state, order }),
    [watches, filter, tag, state, order],
  );
  // A watch that is not listed must not change unseen.
  const chosen = useMemo(() => shown.filter(({ _id }) => ids.has(_id)), [shown, ids]);

  // Constants while somebody types, for the rows and cards.
  const propsOf = useCallback(
    (watch: Watch) => ({
      watch,
      trend: trends.get(watch._id),
      nearMisses: nearMisses?.get(watch._id),
      chosen: ids.has(watch._id),
    }),
    [trends, nearMisses, ids],
  );
  const actions: WatchActions = useMemo(
    () => ({
      onChoose: (id) => setIds((now) => toggled(now, id)),
      onToggle: (watch) => toggleWatch(watch),
      onSnooze: (watch, until) => snoozeWatch({ watch, until }),
      onEdit,
      onDelete: setDeleting,
    }),
    [toggleWatch, snoozeWatch, onEdit],
  );

  return (
    <>
      {watches.length > 1 && (
        <ListToolbar
          view={{ ...address, text }}
          tags={tagsOf(watches)}
          shown={shown}
          chosen={chosen.map(({ _id }) => _id)}
          onView={({ text, ...changes }) => {
            if (text === undefined) show(changes);
            else setText(text);
          }}
          onChoose={(all) => setIds(new Set(all))}
        />
      )}
      {shown.length === 0 && (
        <p role="status" className="py-8 text-center text-ink-soft">
          No keywords match these filters.
          {watches.length < total &&
            ` Only the newest ${numberText(watches.length)} were searched.`}
        </p>
      )}
      {total > MAX_CARDS ? (
        <WatchRows watches={shown} propsOf={propsOf} actions={actions} more={more} />
      ) : (
        <ul aria-label="Keyword watches" className="grid grid-cols-1 gap-3">
          {shown.map((watch) => (
            <li key={watch._id}>
              <WatchCard
                {...propsOf(watch)}
                isNew={isNew}
                actions={actions}
                selectable={watches.length > 1}
              />
            </li>
          ))}
        </ul>
      )}
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

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
