import { BookmarkPlus, Radar } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import type { MatchFilters } from '@/api/types';
import { Button } from '@/components/ui/button';
import { placeTyped } from '@/lib/places';

import { SaveSearchDialog } from './save-search-dialog';
import { watchPath } from './search-filters';

type SearchActionsProps = { filters: MatchFilters; isPro: boolean };

/** The actions on a search. */
export function SearchActions({ filters, isPro }: SearchActionsProps) {
  const [saving, setSaving] = useState(false);
  const { q, keyword, subreddit } = filters;
  return (
    <div className="flex flex-wrap gap-3">
      {isPro && (
        <Button variant="secondary" size="sm" onClick={() => setSaving(true)}>
          <BookmarkPlus aria-hidden />
          Save search
        </Button>
      )}
      {q && (
        <Button asChild variant="secondary" size="sm">
          <Link to={watchPath(filters)}>
            <Radar aria-hidden />
            Save as keyword
          </Link>
        </Button>
      )}
      {saving && (
        <SaveSearchDialog
          title="Save search"
          search={{ name: q ?? keyword ?? (subreddit ? placeTyped(subreddit) : ''), filters }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}
