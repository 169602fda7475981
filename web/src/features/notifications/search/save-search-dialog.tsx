import type { MatchFilters } from '@/api/types';
import { placeTyped } from '@/lib/places';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

import { useSaveSearch } from '../api/saved-searches';
import { NameDialog } from './name-dialog';

/** The maximum length of a name; a search may be longer. */
const MAX_NAME = 100;

type SaveSearchDialogProps = { filters: MatchFilters; onClose: () => void };

/** Saves a search under a name. */
export function SaveSearchDialog({ filters, onClose }: SaveSearchDialogProps) {
  const save = useSaveSearch();
  const { q, keyword, subreddit } = filters;
  const suggested = q ?? keyword ?? (subreddit ? placeTyped(subreddit) : '');
  return (
    <NameDialog
      title="Save search"
      initial={suggested.slice(0, MAX_NAME)}
      busy={save.isPending}
      failure={save.error}
      onSave={(name) =>
        save.mutate(
          { name, filters },
          {
            onSuccess: () => {
              showToast({ type: 'success', title: `${name} has been saved` });
              onClose();
            },
            onError: (error) => {
              if (showPlanLimit(error, 'search')) onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
