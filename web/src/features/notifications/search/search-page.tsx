import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import type { MatchFilters } from '@/api/types';
import { Page } from '@/components/ui/page';
import { paths } from '@/config/paths';
import { useSession } from '@/lib/http/session';

import { ExportMenu } from '../list/export-menu';
import { SavedSearchList } from './saved-search-list';
import { SearchActions } from './search-actions';
import { filtersOf, isEmptySearch, isForAll, queryOf, searchPath } from './search-filters';
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
  const isEmpty = isEmptySearch(filters);
  const isAllowed = isPro || isForAll(filters);
  const search = (wanted: MatchFilters) => {
    setSearched(true);
    void navigate(searchPath(wanted));
  };
  return (
    <Page
      title="Search"
      about="In all your matches from the last 90 days."
      parent={{ to: paths.notifications, title: 'Notifications' }}
      actions={
        isAllowed &&
        !isEmpty && (
          <div className="max-sm:-ml-3">
            <ExportMenu filters={filters} />
          </div>
        )
      }
    >
      <SearchForm key={key} filters={filters} focused={searched} isPro={isPro} onSearch={search} />
      <SavedSearchList isPro={isPro} />
      {isPro && isEmpty && <SearchHelp />}
      {!isPro && (isEmpty || !isAllowed) && <SearchNotice />}
      {isAllowed && !isEmpty && (
        <>
          <SearchActions filters={filters} isPro={isPro} />
          <SearchResults key={key} filters={filters} />
        </>
      )}
    </Page>
  );
}
