import { clsx } from 'clsx';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { SavedSearch } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';

import { queryOf, searchPath } from './search-filters';

type SavedSearchChipProps = Pick<SavedSearch, 'name' | 'filters'> & {
  /** The query string of the page. */
  current: string;
  /** What can be done with a search that the user has saved. */
  menu?: { onRename: () => void; onDelete: () => void };
};

/** A link to a search. */
export function SavedSearchChip({ name, filters, current, menu }: SavedSearchChipProps) {
  const isCurrent = sameQuery(queryOf(filters), current);
  return (
    <span
      className={clsx(
        'flex min-h-11 max-w-full items-center rounded-control border pl-3',
        !menu && 'pr-3',
        isCurrent ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
      )}
    >
      <Link
        dir="auto"
        to={searchPath(filters)}
        aria-current={isCurrent ? 'page' : undefined}
        className="max-w-60 min-w-0 truncate py-1.5 text-sm font-semibold text-ink"
      >
        {name}
      </Link>
      {menu && (
        <Dropdown
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <DropdownItem onSelect={menu.onRename}>
            <Pencil aria-hidden />
            Rename
          </DropdownItem>
          <DropdownItem danger onSelect={menu.onDelete}>
            <Trash2 aria-hidden />
            Delete
          </DropdownItem>
        </Dropdown>
      )}
    </span>
  );
}

/** Returns whether two query strings are the same, in whatever order. */
function sameQuery(one: string, other: string): boolean {
  const sorted = (text: string) => text.split('&').sort().join('&');
  return sorted(one) === sorted(other);
}
