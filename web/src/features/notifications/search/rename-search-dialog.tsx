import type { SavedSearch } from '@/api/types';

import { useRenameSearch } from '../api/saved-searches';
import { NameDialog } from './name-dialog';

type RenameSearchDialogProps = { search: SavedSearch; onClose: () => void };

export function RenameSearchDialog({ search, onClose }: RenameSearchDialogProps) {
  const rename = useRenameSearch(search._id);
  return (
    <NameDialog
      title={search.view ? 'Rename view' : 'Rename search'}
      initial={search.name}
      busy={rename.isPending}
      failure={rename.error}
      onSave={(name) => rename.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
