import { useQuery } from '@tanstack/react-query';

import { savedSearchesQuery } from '../api/saved-searches';
import { SavedSearchChip } from './saved-search-chip';
import { STARRED } from './search-filters';
import { useSavedMenu } from './use-saved-menu';

/** Lists what has a star, and the saved searches and views, as links. */
export function SavedSearchList({ isPro }: { isPro: boolean }) {
  const { data: searches } = useQuery(savedSearchesQuery);
  const { menuOf, dialogs } = useSavedMenu();
  return (
    <nav aria-label="Saved searches">
      <ul className="flex flex-wrap items-center gap-2">
        <li>
          <SavedSearchChip name="Starred" filters={STARRED} />
        </li>
        {searches?.map((search) => (
          <li key={search._id} className="max-w-full">
            <SavedSearchChip {...search} menu={menuOf(search)} />
          </li>
        ))}
        {isPro && searches?.length === 0 && (
          <li className="ml-1 text-sm text-ink-faint">Your saved searches are listed here.</li>
        )}
      </ul>
      {dialogs}
    </nav>
  );
}
