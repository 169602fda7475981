import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { useReturnFocus } from './return-focus';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A line under the title; it also describes the dialog to screen readers. */
  description?: ReactNode;
  /** `lg` for a form with something beside it. */
  size?: 'sm' | 'md' | 'lg';
  children: ReactNode;
  /** Buttons, kept in view while the body scrolls. */
  footer?: ReactNode;
};

/** A toast lies outside of the dialog, but using it is no reason to close. */
function keepOpenForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) {
    event.preventDefault();
  }
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' };

/** A modal dialog: it keeps the focus, closes on Escape and fills small screens from below. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  children,
  footer,
}: DialogProps) {
  // Without a description Radix must be told that none is meant.
  const undescribed = description ? {} : { 'aria-describedby': undefined };
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Radix.Content
          {...undescribed}
          {...focus.handlers}
          onInteractOutside={keepOpenForToasts}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col rounded-t-card border border-line bg-surface shadow-float focus:outline-none sm:inset-x-6 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[86dvh] sm:-translate-y-1/2 sm:rounded-card',
            widths[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-4">
            <div>
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-control text-ink-faint hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
