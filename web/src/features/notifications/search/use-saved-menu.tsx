import { clsx } from 'clsx';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { SavedSearch } from '@/api/types';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { showFailure } from '@/lib/failure-toast';

import { useDeleteSearch } from '../api/saved-searches';
import { RenameSearchDialog } from './rename-search-dialog';

/**
 * Returns the menu that renames and deletes a saved search, and its dialogs. These belong to the
 * list: what they change may leave it.
 */
export function useSavedMenu() {
  const [renamed, setRenamed] = useState<SavedSearch | null>(null);
  const [deleted, setDeleted] = useState<SavedSearch | null>(null);
  const deletion = useDeleteSearch();
  const confirm = (id: string) =>
    deletion.mutate(id, {
      onError: (error) => showFailure('It could not be deleted', error),
      onSettled: () => setDeleted(null),
    });
  const menuOf = (search: SavedSearch, className?: string) => (
    <Dropdown
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={`More for ${search.name}`}
          className={clsx('px-2!', className)}
        >
          <Ellipsis aria-hidden />
          <span className="hidden touch:inline">More</span>
        </Button>
      }
    >
      <DropdownItem onSelect={() => setRenamed(search)}>
        <Pencil aria-hidden />
        Rename
      </DropdownItem>
      <DropdownItem danger onSelect={() => setDeleted(search)}>
        <Trash2 aria-hidden />
        Delete
      </DropdownItem>
    </Dropdown>
  );
  const dialogs = (
    <>
      {renamed && <RenameSearchDialog search={renamed} onClose={() => setRenamed(null)} />}
      {deleted && (
        <ConfirmDialog
          open
          question={`Delete the ${deleted.view ? 'view' : 'search'} “${deleted.name}”?`}
          text="Your notifications stay where they are."
          confirm="Delete"
          busy={deletion.isPending}
          openerGoes
          onConfirm={() => confirm(deleted._id)}
          onCancel={() => setDeleted(null)}
        />
      )}
    </>
  );
  return { menuOf, dialogs };
}
