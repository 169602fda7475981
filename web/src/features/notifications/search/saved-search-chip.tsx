import { clsx } from 'clsx';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { SavedSearch } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';

import { queryOf, searchPath } from './search-filters';

type SavedSearchChipProps = {
  search: SavedSearch;
  current: string;
  onRename: () => void;
  onDelete: () => void;
};

export function SavedSearchChip({ search, current, onRename, onDelete }: SavedSearchChipProps) {
  const isCurrent = sameQuery(queryOf(search.filters), current);
  return (
    <span
      className={clsx(
        'flex max-w-full items-center rounded-control border pl-3',
        isCurrent ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
      )}
    >
      <Link
        dir="auto"
        to={searchPath(search.filters)}
        aria-current={isCurrent ? 'page' : undefined}
        className="max-w-60 min-w-0 truncate py-1.5 text-sm font-semibold text-ink"
      >
        {search.name}
      </Link>
      <Dropdown
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${search.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <DropdownItem onSelect={onRename}>
          <Pencil aria-hidden />
          Rename
        </DropdownItem>
        <DropdownItem danger onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete
        </DropdownItem>
      </Dropdown>
    </span>
  );
}

/** Returns whether two query strings are the same, in whatever order. */
function sameQuery(one: string, other: string): boolean {
  const sorted = (text: string) => text.split('&').sort().join('&');
  return sorted(one) === sorted(other);
}
