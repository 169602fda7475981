import { clsx } from 'clsx';
import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';

import { Logo } from '@/components/ui/logo';
import { useReturnFocus } from '@/components/ui/return-focus';
import { paths } from '@/config/paths';
import { useToasts } from '@/lib/toasts';

import { LiveIndicator } from './live-indicator';
import { PaletteIconButton } from './palette-button';
import { SidebarContent } from './sidebar-content';

const iconButton =
  'grid size-10 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink';

/**
 * The bar of small screens, with the slide-over menu. Toasts replace the logo and the live
 * indicator, and the bar grows if they need more space.
 */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  const focus = useReturnFocus();
  const named = useToasts(({ toasts }) => toasts.length === 0);
  return (
    <header className="@container sticky top-0 z-30 flex h-(--frame-top) items-start justify-between border-b border-line bg-canvas/90 px-4 pt-(--toasts-row) backdrop-blur *:h-16 *:items-center lg:hidden print:hidden">
      <div className={clsx('flex', !named && 'invisible')}>
        <Link to={paths.dashboard} aria-label="Harken dashboard" className="rounded-control">
          <Logo />
        </Link>
      </div>
      <div className="flex gap-1">
        {named && <LiveIndicator />}
        <PaletteIconButton className={`${iconButton} ml-1`} />
        <Dialog.Root open={open} onOpenChange={setOpen}>
          <Dialog.Trigger aria-label="Open menu" className={iconButton}>
            <Menu aria-hidden className="size-5.5" />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
            <Dialog.Content
              aria-describedby={undefined}
              {...focus.handlers}
              className="@container fixed top-(--toasts) bottom-0 left-0 z-50 w-[min(19rem,86vw)] animate-slide border-r border-line bg-surface shadow-float focus:outline-none"
            >
              <Dialog.Title className="sr-only">Menu</Dialog.Title>
              <SidebarContent onNavigate={() => setOpen(false)} />
              <Dialog.Close
                aria-label="Close menu"
                className={`${iconButton} absolute top-4 right-3`}
              >
                <X aria-hidden className="size-5" />
              </Dialog.Close>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      </div>
    </header>
  );
}
