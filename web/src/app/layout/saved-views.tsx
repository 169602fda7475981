import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bookmark, TextSearch } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';

import { paths } from '@/config/paths';
import { savedSearchesQuery } from '@/features/notifications/api/saved-searches';
import { savedPath, useIsShown } from '@/features/notifications/search/saved-path';
import { useSavedMenu } from '@/features/notifications/search/use-saved-menu';
import { numberText } from '@/lib/number';

import { MAX_KEYED } from '../overlays/go-keys';

/** Shows a menu on touch screens, and elsewhere while the mouse or the focus is on its entry. */
const onUse =
  'opacity-0 group-hover/saved:opacity-100 touch:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100';

/** The searches and views of the inbox that the user has saved, below the pages of the menu. */
export default function SavedViews({ onNavigate }: { onNavigate?: () => void }) {
  const { data: saved = [] } = useQuery(savedSearchesQuery);
  const { menuOf, dialogs } = useSavedMenu();
  const isShown = useIsShown();
  const id = useId();
  return (
    <>
      {saved.length > 0 && (
        <nav aria-labelledby={id} className="mt-5">
          <p id={id} className="px-3 text-xs font-semibold text-ink-faint">
            Saved
          </p>
          <ul className="mt-1 grid grid-cols-1 gap-1 lg:gap-0.5">
            {saved.slice(0, MAX_KEYED).map((one) => {
              const Icon = one.view ? Bookmark : TextSearch;
              const isCurrent = isShown(one);
              return (
                <li key={one._id} className="group/saved flex items-center">
                  <Link
                    to={savedPath(one)}
                    onClick={onNavigate}
                    aria-current={isCurrent ? 'page' : undefined}
                    className={clsx(
                      'flex min-w-0 flex-1 items-center gap-3 rounded-control px-3 py-2 text-sm font-medium transition-colors lg:py-1.5',
                      isCurrent
                        ? 'bg-brand-soft text-brand-text'
                        : 'text-ink-soft hover:bg-line/60 hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0" />
                    <bdi className="truncate">{one.name}</bdi>
                  </Link>
                  {menuOf(one, onUse)}
                </li>
              );
            })}
            {saved.length > MAX_KEYED && (
              <li>
                <Link
                  to={paths.search}
                  onClick={onNavigate}
                  className="block rounded-control px-3 py-1.5 text-sm font-medium text-ink-soft hover:bg-line/60 hover:text-ink"
                >
                  {`All ${numberText(saved.length)} saved`}
                </Link>
              </li>
            )}
          </ul>
        </nav>
      )}
      {dialogs}
    </>
  );
}
