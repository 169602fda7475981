import type { SavedSearchInput } from '@/api/types';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

import { useSaveSearch } from '../api/saved-searches';
import { NameDialog } from './name-dialog';

/** The maximum length of a name; a search may be longer. */
const MAX_NAME = 100;

type SaveSearchDialogProps = {
  title: string;
  /** What is saved, with the suggested name. */
  search: SavedSearchInput;
  onClose: () => void;
};

/** Saves a search or a view under a name. */
export function SaveSearchDialog({ title, search, onClose }: SaveSearchDialogProps) {
  const save = useSaveSearch();
  return (
    <NameDialog
      title={title}
      initial={search.name.slice(0, MAX_NAME)}
      busy={save.isPending}
      failure={save.error}
      onSave={(name) =>
        save.mutate(
          { ...search, name },
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
