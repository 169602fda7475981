import { clsx } from 'clsx';

import { controlClassName } from '@/components/ui/input';

/** The classes of a box that holds chips and, after them, an input for one more. */
export const chipBox = clsx(
  controlClassName,
  'flex min-h-11 flex-wrap items-center gap-1.5 px-2! py-1.5 has-[input:focus]:border-brand has-[input:focus]:outline-2 has-[input:focus]:outline-brand/35',
);

export const chipBoxInput =
  'h-7 min-w-28 flex-1 bg-transparent px-1.5 text-base outline-none placeholder:text-ink-faint sm:text-[0.9375rem]';
