import { clsx } from 'clsx';
import { Link } from 'react-router';

import { inboxQuery, type Tab, tabs, type View } from './use-inbox-view';

const labels: Record<Tab, string> = {
  unread: 'Unread',
  read: 'Read',
  archived: 'Archived',
};

/** Chooses the state that the page lists. */
export function StatusFilter({ tab, view }: { tab: Tab; view: View }) {
  return (
    <nav
      aria-label="Show"
      className="flex flex-wrap gap-1 rounded-control border border-line bg-sunken p-1 max-sm:w-full"
    >
      {tabs.map((choice) => (
        <Link
          key={choice}
          to={inboxQuery({ tab: choice, view }) || '.'}
          aria-current={choice === tab ? 'page' : undefined}
          className={clsx(
            'rounded-lg px-3 py-1.5 text-center text-sm font-semibold transition-colors max-sm:flex-1',
            choice === tab
              ? 'bg-surface text-ink shadow-low'
              : 'text-ink-soft hover:bg-line/60 hover:text-ink',
          )}
        >
          {labels[choice]}
        </Link>
      ))}
    </nav>
  );
}
