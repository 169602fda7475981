import { clsx } from 'clsx';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';

import { Logo } from '@/components/ui/logo';
import { paths } from '@/config/paths';
import { useToasts } from '@/lib/toasts';

import { iconButton } from './icon-button';
import { LiveIndicator } from './live-indicator';
import { PaletteIconButton } from './palette-button';

// Only phones have it, and only once it is opened.
const MobileMenu = lazy(() => import('./mobile-menu'));

/**
 * The bar of small screens, with the slide-over menu. Toasts replace the logo and the live
 * indicator, and the bar grows if they need more space.
 */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  const named = useToasts(({ toasts }) => toasts.length === 0);
  return (
    <header className="@container sticky top-0 z-30 flex h-(--frame-top) items-start justify-between border-b border-line bg-canvas/90 px-4 pt-(--toasts-row) backdrop-blur *:h-16 *:items-center lg:hidden print:hidden">
      <div className={clsx('flex', !named && 'invisible')}>
        <Link to={paths.dashboard} aria-label="Harken dashboard" className="flex rounded-control">
          <Logo />
        </Link>
      </div>
      <div className="flex gap-1">
        {named && <LiveIndicator />}
        <PaletteIconButton className={`${iconButton} ml-1`} />
        <button
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className={iconButton}
        >
          <Menu aria-hidden className="size-5.5" />
        </button>
        {open && (
          <Suspense>
            <MobileMenu onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </header>
  );
}
