import { clsx } from 'clsx';
import { Slot } from 'radix-ui';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';

import { Spinner } from './spinner';

const variants = {
  primary: 'bg-brand text-brand-ink shadow-low hover:bg-brand-hover',
  secondary: 'border border-line bg-surface text-ink shadow-low hover:bg-sunken',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'bg-bad text-surface shadow-low hover:bg-bad-hover',
  link: 'min-h-6 text-brand-text underline-offset-4 hover:underline',
};

const sizes = {
  sm: 'min-h-9 gap-1.5 px-3 py-1 text-sm',
  md: 'min-h-11 gap-2 px-4 py-1.5 text-[0.9375rem]',
  lg: 'min-h-12 gap-2.5 px-5 py-1.5 text-base',
  icon: 'size-10',
};

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
  /** Renders the single child (a link) with the button's classes. */
  asChild?: boolean;
};

/** A button. An icon-only one (`size="icon"`) needs an `aria-label`. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  asChild = false,
  className,
  disabled,
  children,
  ...props
}: ButtonProps) {
  const button = useFocusAfter(busy);
  const classes = clsx(
    'inline-flex shrink-0 max-w-full items-center justify-center rounded-control text-center font-semibold transition-colors disabled:opacity-55 [&>svg]:size-[1.15em] [&>svg]:shrink-0',
    variants[variant],
    variant !== 'link' && sizes[size],
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      ref={button}
      type="button"
      className={classes}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** Restores the focus, which a disabled button loses, once the button is no longer busy. */
function useFocusAfter(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (busy) hadFocus.current = active === button.current;
    else if (hadFocus.current && active === document.body) button.current?.focus();
  }, [busy]);
  return button;
}
