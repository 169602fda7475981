import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

import { useControl } from './control';
import { controlClassName } from './input';

/** A multi-line input. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  // 16 px on small screens: Safari zooms into anything smaller.
  return (
    <textarea
      dir="auto"
      className={clsx(controlClassName, 'py-2.5 text-base sm:text-[0.9375rem]', className)}
      {...useControl()}
      {...props}
    />
  );
}
