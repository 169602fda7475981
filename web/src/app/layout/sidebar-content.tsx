import { clsx } from 'clsx';
import { type ComponentType, lazy, Suspense, useId } from 'react';
import { NavLink } from 'react-router';

import { Logo } from '@/components/ui/logo';
import { paths } from '@/config/paths';
import { affiliationText } from '@/config/sources';

import { LiveIndicator } from './live-indicator';
import { useNavItems } from './nav-items';
import { PaletteButton } from './palette-button';
import { ThemeToggle } from './theme-toggle';
import { UnreadBadge } from './unread-badge';
import { UserPanel } from './user-panel';

// The menu works without them.
const SavedViews = lazy<ComponentType<{ onNavigate?: () => void }>>(() =>
  import('./saved-views').catch(() => ({ default: () => null })),
);

/** With more entries the menu is denser, so that toasts below it cover none. */
const MAX_ROOMY = 9;

/** The menu; `onNavigate` closes the slide-over that may hold it. */
export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  const unreadId = useId();
  const navItems = useNavItems();
  return (
    <div className="flex h-full flex-col max-lg:overflow-y-auto">
      <div className="flex-1 px-4 pt-5 pb-1 lg:min-h-0 lg:overflow-y-auto">
        <Logo className="px-2" />
        {!onNavigate && <PaletteButton />}
        <nav aria-label="Main" className="mt-5">
          <ul className="grid gap-1 lg:gap-0.5">
            {navItems.map(({ label, to, icon: Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  onClick={onNavigate}
                  aria-describedby={to === paths.notifications ? unreadId : undefined}
                  className={({ isActive }) =>
                    clsx(
                      'flex items-center gap-3 rounded-control px-3 py-2 font-medium transition-colors @max-[15rem]:flex-wrap @max-[15rem]:gap-x-1.5 @max-[15rem]:px-2',
                      navItems.length > MAX_ROOMY ? 'lg:py-1' : 'lg:py-1.5',
                      isActive
                        ? 'bg-brand-soft text-brand-text'
                        : 'text-ink-soft hover:bg-line/60 hover:text-ink',
                    )
                  }
                >
                  <Icon aria-hidden className="size-4.5" />
                  {label}
                  {to === paths.notifications && <UnreadBadge id={unreadId} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Suspense>
          <SavedViews onNavigate={onNavigate} />
        </Suspense>
      </div>
      {/* Space for the toasts, which overlaps the existing gap as long as they fit into it. */}
      <div className="hidden h-(--toasts) shrink-0 lg:block" />
      <div className="grid shrink-0 grid-cols-1 content-start gap-3 px-4 pb-5 max-lg:pt-6 lg:h-(--sidebar-foot)">
        <div className="flex items-center justify-between px-2">
          <LiveIndicator />
          <ThemeToggle />
        </div>
        <UserPanel />
        <p className="px-2 text-xs text-ink-faint">{affiliationText}</p>
      </div>
    </div>
  );
}
