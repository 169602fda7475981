import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SavedSearch } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showFailure } from '@/lib/failure-toast';

import { savedSearchesQuery, useDeleteSearch } from '../api/saved-searches';
import { RenameSearchDialog } from './rename-search-dialog';
import { SavedSearchChip } from './saved-search-chip';

/** Lists the saved searches as links. `current` is the query string of the page. */
export function SavedSearchList({ current }: { current: string }) {
  const { data: searches } = useQuery(savedSearchesQuery);
  const [renamed, setRenamed] = useState<SavedSearch | null>(null);
  const [deleted, setDeleted] = useState<SavedSearch | null>(null);
  const deletion = useDeleteSearch();
  const confirm = (id: string) =>
    deletion.mutate(id, {
      onSuccess: () => setDeleted(null),
      onError: (error) => {
        setDeleted(null);
        showFailure('The search could not be deleted', error);
      },
    });
  return (
    // Reserves a row until it is known whether there are any.
    <nav aria-label="Saved searches" className="min-h-11">
      {searches?.length === 0 && (
        <p className="py-2 text-sm text-ink-faint">Your saved searches are listed here.</p>
      )}
      <ul className="flex flex-wrap gap-2">
        {searches?.map((search) => (
          <li key={search._id} className="max-w-full">
            <SavedSearchChip
              search={search}
              current={current}
              onRename={() => setRenamed(search)}
              onDelete={() => setDeleted(search)}
            />
          </li>
        ))}
      </ul>
      {renamed && <RenameSearchDialog search={renamed} onClose={() => setRenamed(null)} />}
      {deleted && (
        <ConfirmDialog
          open
          question={`Delete the search “${deleted.name}”?`}
          text="Your notifications stay where they are."
          confirm="Delete"
          busy={deletion.isPending}
          openerGoes
          onConfirm={() => confirm(deleted._id)}
          onCancel={() => setDeleted(null)}
        />
      )}
    </nav>
  );
}
