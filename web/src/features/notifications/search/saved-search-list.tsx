import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SavedSearch } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showFailure } from '@/lib/failure-toast';

import { savedSearchesQuery, useDeleteSearch } from '../api/saved-searches';
import { RenameSearchDialog } from './rename-search-dialog';
import { SavedSearchChip } from './saved-search-chip';

type SavedSearchListProps = {
  /** The query string of the page. */
  current: string;
  /** Without Pro, no search can be saved; those from before are listed. */
  isPro: boolean;
};

/** Lists the saved searches as links. */
export function SavedSearchList({ current, isPro }: SavedSearchListProps) {
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
    <nav aria-label="Saved searches" className={isPro ? 'min-h-11' : 'empty:hidden'}>
      {isPro && searches?.length === 0 && (
        <p className="py-2 text-sm text-ink-faint">Your saved searches are listed here.</p>
      )}
      {searches && searches.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {searches.map((search) => (
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
      )}
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
