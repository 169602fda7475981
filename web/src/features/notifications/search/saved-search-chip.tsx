import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { SavedSearch } from '@/api/types';

import { savedPath, useIsShown } from './saved-path';

type SavedSearchChipProps = Pick<SavedSearch, 'name' | 'filters'> &
  Partial<SavedSearch> & {
    /** The menu of a search that the user has saved. */
    menu?: ReactNode;
  };

/** A link to a search or a view. */
export function SavedSearchChip({ menu, ...saved }: SavedSearchChipProps) {
  const isCurrent = useIsShown()(saved);
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
        to={savedPath(saved)}
        aria-current={isCurrent ? 'page' : undefined}
        className="max-w-60 min-w-0 truncate py-1.5 text-sm font-semibold text-ink"
      >
        {saved.name}
      </Link>
      {menu}
    </span>
  );
}
