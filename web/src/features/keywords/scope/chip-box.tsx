import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

import { useControl } from '@/components/ui/control';
import { controlClassName } from '@/components/ui/input';

type ChipBoxProps = ComponentProps<'input'> & { chips: ReactNode };

/** A box that holds chips and, after them, an input for one more. */
export function ChipBox({ chips, ...props }: ChipBoxProps) {
  return (
    <div
      className={clsx(
        controlClassName,
        'flex min-h-11 flex-wrap items-center gap-1.5 px-2! py-1.5 has-[input:focus]:border-brand has-[input:focus]:outline-2 has-[input:focus]:outline-brand/35',
      )}
    >
      {chips}
      <input
        dir="auto"
        {...useControl()}
        autoComplete="off"
        className="h-7 min-w-28 flex-1 bg-transparent px-1.5 text-base outline-none placeholder:text-ink-faint sm:text-[0.9375rem]"
        {...props}
      />
    </div>
  );
}
