import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

import { focusFirstField } from './first-field';
import { useReturnFocus } from './return-focus';
import { useKeyboardInset } from './use-keyboard-inset';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A line below the title, which also describes the dialog to screen readers. */
  description?: ReactNode;
  /** `lg` is for forms with something beside them, and keeps its height when content changes. */
  size?: 'sm' | 'md' | 'lg';
  children: ReactNode;
  /** Buttons that stay visible while the body scrolls. */
  footer?: ReactNode;
};

/** Keeps the dialog open when a toast is used, although toasts are outside of it. */
function keepOpenForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) {
    event.preventDefault();
  }
}

const sizes = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'h-[calc(92dvh-var(--keyboard))] sm:h-[min(46rem,calc(86dvh-var(--keyboard)))] sm:max-w-4xl',
};

/**
 * A modal dialog: it traps the focus, which starts at its first field, closes on Escape, and on
 * small screens rises from below, above the keyboard.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  children,
  footer,
}: DialogProps) {
  // Without a description Radix expects an explicit `undefined`.
  const undescribed = description ? {} : { 'aria-describedby': undefined };
  const focus = useReturnFocus();
  const body = useRef<HTMLDivElement>(null);
  const keyboard = useKeyboardInset();
  useEffect(() => {
    const { activeElement } = document;
    if (keyboard > 0 && body.current?.contains(activeElement)) {
      activeElement?.scrollIntoView({ block: 'nearest' });
    }
  }, [keyboard]);

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Radix.Content
          {...undescribed}
          {...focus.handlers}
          onOpenAutoFocus={(event) => {
            focus.handlers.onOpenAutoFocus();
            if (focusFirstField(body.current)) event.preventDefault();
          }}
          style={{ '--keyboard': `${keyboard}px` } as CSSProperties}
          onInteractOutside={keepOpenForToasts}
          className={clsx(
            'fixed inset-x-0 bottom-(--keyboard) z-50 flex max-h-[calc(100dvh-max(8dvh,var(--toasts-top))-var(--keyboard))] animate-rise flex-col rounded-t-card border border-line bg-surface shadow-float focus:outline-none sm:right-6 sm:left-[calc(var(--frame-left)+1.5rem)] sm:top-[calc(50%-var(--keyboard)/2)] sm:bottom-auto sm:mx-auto sm:max-h-[calc(100dvh-2*max(7dvh,var(--toasts-top))-var(--keyboard))] sm:-translate-y-1/2 sm:rounded-card',
            sizes[size],
            // Scrolls as a whole where large text or a low window leaves no space for its body.
            size === 'lg' ? 'overflow-y-auto' : 'short:overflow-y-auto',
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
          <div
            ref={body}
            className={clsx(
              'flex-1 overflow-y-auto px-6 pb-6 short:min-h-fit short:overflow-visible',
              size === 'lg' ? 'min-h-40' : 'min-h-0',
            )}
          >
            {children}
          </div>
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
