import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

import { useControl } from './control';

export const controlClassName =
  'w-full rounded-control border border-line-strong/70 bg-surface px-3.5 text-ink shadow-low transition-colors placeholder:text-ink-faint hover:border-line-strong focus:border-brand focus:outline-2 focus:outline-offset-0 focus:outline-brand/35 disabled:opacity-60 aria-invalid:border-bad';

/** A text input. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  // 16 px on small screens: Safari zooms into anything smaller.
  return (
    <input
      dir="auto"
      className={clsx(controlClassName, 'h-11 text-base sm:text-[0.9375rem]', className)}
      {...useControl()}
      {...props}
    />
  );
}
