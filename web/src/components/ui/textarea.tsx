import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

import { controlClassName } from './input';

/** A multi-line input; inside a `Field`, spread the field's `control` props on it. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  // 16 px on small screens: Safari zooms into anything smaller.
  return (
    <textarea
      className={clsx(controlClassName, 'py-2.5 text-base sm:text-[0.9375rem]', className)}
      {...props}
    />
  );
}
