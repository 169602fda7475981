import { clsx } from 'clsx';
import { Link } from 'react-router';

import { useSetsAside } from '@/entities/watch/set-aside';

import { tabLabels } from './labels';
import { type Tab, tabs, useInboxAddress } from './use-inbox-view';

/** Chooses the state that the page lists. */
export function StatusFilter({ tab }: { tab: Tab }) {
  const addressOf = useInboxAddress();
  const setsAside = useSetsAside();
  const offered = tabs.filter((choice) => choice !== 'aside' || setsAside || tab === 'aside');
  return (
    <nav
      aria-label="Show"
      className="flex flex-wrap gap-1 rounded-control border border-line bg-sunken p-1 max-sm:w-full"
    >
      {offered.map((choice) => (
        <Link
          key={choice}
          to={addressOf({ tab: choice })}
          aria-current={choice === tab ? 'page' : undefined}
          className={clsx(
            'rounded-lg px-3 py-1.5 text-center text-sm font-semibold transition-colors max-sm:flex-1',
            choice === tab
              ? 'bg-surface text-ink shadow-low'
              : 'text-ink-soft hover:bg-line/60 hover:text-ink',
          )}
        >
          {tabLabels[choice]}
        </Link>
      ))}
    </nav>
  );
}
