import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SavedSearch } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showFailure } from '@/lib/failure-toast';

import { savedSearchesQuery, useDeleteSearch } from '../api/saved-searches';
import { RenameSearchDialog } from './rename-search-dialog';
import { SavedSearchChip } from './saved-search-chip';
import { STARRED } from './search-filters';

type SavedSearchListProps = {
  /** The query string of the page. */
  current: string;
  /** Without Pro, no search can be saved; those from before are listed. */
  isPro: boolean;
};

/** Lists what has a star, and the saved searches, as links. */
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
    <nav aria-label="Saved searches">
      <ul className="flex flex-wrap items-center gap-2">
        <li>
          <SavedSearchChip name="Starred" filters={STARRED} current={current} />
        </li>
        {searches?.map((search) => (
          <li key={search._id} className="max-w-full">
            <SavedSearchChip
              {...search}
              current={current}
              menu={{ onRename: () => setRenamed(search), onDelete: () => setDeleted(search) }}
            />
          </li>
        ))}
        {isPro && searches?.length === 0 && (
          <li className="ml-1 text-sm text-ink-faint">Your saved searches are listed here.</li>
        )}
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
