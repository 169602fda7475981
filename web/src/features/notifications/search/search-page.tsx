import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import type { MatchFilters } from '@/api/types';
import { BackLink } from '@/components/ui/back-link';
import { paths } from '@/config/paths';
import { useSession } from '@/lib/http/session';
import { showUpgrade } from '@/lib/upgrade';

import { ExportMenu } from '../list/export-menu';
import { SavedSearchList } from './saved-search-list';
import { SearchActions } from './search-actions';
import { filtersOf, isEmptySearch, queryOf, searchPath } from './search-filters';
import { SearchForm } from './search-form';
import { SearchHelp, SearchNotice } from './search-notes';
import { SearchResults } from './search-results';

/** Searches the notifications. The page's address holds the search. */
export default function SearchPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const filters = filtersOf(params);
  const key = queryOf(filters);
  // The form is recreated for each address, and would lose the focus.
  const [searched, setSearched] = useState(false);
  const search = (wanted: MatchFilters) => {
    if (!isPro) {
      showUpgrade('search');
      return;
    }
    setSearched(true);
    void navigate(searchPath(wanted));
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Search · Harken</title>
      <BackLink to={paths.notifications}>Notifications</BackLink>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-3xl outline-none">
            Search
          </h1>
          <p className="mt-1.5 text-ink-soft">In all your matches from the last 90 days.</p>
        </div>
        {isPro && !isEmptySearch(filters) && (
          <div className="max-sm:-ml-3">
            <ExportMenu filters={filters} />
          </div>
        )}
      </header>
      <SearchForm key={key} filters={filters} focused={searched} onSearch={search} />
      <SavedSearchList current={key} />
      {!isPro && <SearchNotice />}
      {isPro && isEmptySearch(filters) && <SearchHelp />}
      {isPro && !isEmptySearch(filters) && (
        <>
          <SearchActions filters={filters} />
          <SearchResults key={key} filters={filters} />
        </>
      )}
    </div>
  );
}
