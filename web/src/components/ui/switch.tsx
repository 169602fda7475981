import { clsx } from 'clsx';
import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

/** An on/off switch. It needs an `aria-label`, or an id that a label refers to. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors disabled:opacity-55 data-[state=checked]:border-brand data-[state=checked]:bg-brand',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="size-4.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-5 data-[state=checked]:bg-brand-ink" />
    </Radix.Root>
  );
}
