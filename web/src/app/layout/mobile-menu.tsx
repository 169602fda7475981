import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';

import { useReturnFocus } from '@/components/ui/return-focus';

import { iconButton } from './icon-button';
import { SidebarContent } from './sidebar-content';

/** The slide-over menu of small screens, while it is open. */
export default function MobileMenu({ onClose }: { onClose: () => void }) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus.handlers}
          className="@container fixed top-(--toasts) bottom-0 left-0 z-50 w-[min(19rem,86vw)] animate-slide border-r border-line bg-surface shadow-float focus:outline-none"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <SidebarContent onNavigate={onClose} />
          <Dialog.Close aria-label="Close menu" className={`${iconButton} absolute top-4 right-3`}>
            <X aria-hidden className="size-5" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
