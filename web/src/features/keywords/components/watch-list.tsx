import { useState } from 'react';

import type { Watch } from '@/api/types';
import { errorText, RateLimitedError } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

import { useDeleteWatch } from '../api/delete-watch';
import { useSnoozeWatch } from '../api/snooze-watch';
import { useToggleWatch } from '../api/toggle-watch';
import { DeleteWatchDialog } from './delete-watch-dialog';
import { WatchCard } from './watch-card';

type WatchListProps = { watches: readonly Watch[]; onEdit: (watch: Watch) => void };

export function WatchList({ watches, onEdit }: WatchListProps) {
  const [deleting, setDeleting] = useState<Watch | null>(null);
  const tellFailure = (title: string) => (error: Error) => {
    if (error instanceof RateLimitedError) return;
    showToast({ type: 'error', title, text: errorText(error, 'Please try again.') });
  };
  const remove = useDeleteWatch(tellFailure('The keyword could not be deleted'));
  const snooze = useSnoozeWatch(tellFailure('The snooze could not be changed'));
  const toggle = useToggleWatch((error) => {
    if (!showPlanLimit(error)) tellFailure('The keyword could not be switched')(error);
  });

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
