import { useState } from 'react';

import type { Watch } from '@/api/types';

import { useSnoozeWatch } from '../snooze/snooze-watch';
import { useDeleteWatch } from './delete-watch';
import { DeleteWatchDialog } from './delete-watch-dialog';
import { useToggleWatch } from './toggle-watch';
import { WatchCard } from './watch-card';

type WatchListProps = { watches: readonly Watch[]; onEdit: (watch: Watch) => void };

export function WatchList({ watches, onEdit }: WatchListProps) {
  const [deleting, setDeleting] = useState<Watch | null>(null);
  const remove = useDeleteWatch();
  const snooze = useSnoozeWatch();
  const toggle = useToggleWatch();

  return (
    <>
      <ul aria-label="Keyword watches" className="grid grid-cols-1 gap-3">
        {watches.map((watch) => (
          <li key={watch._id}>
            <WatchCard
              watch={watch}
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
