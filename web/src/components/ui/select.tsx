import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

import { useControl } from './control';
import { controlClassName } from './input';

type SelectProps = ComponentProps<'select'> & {
  /** Options after those given as children. */
  options?: readonly { value: string | number; label: string }[];
};

/** A native select, which has the platform's own keyboard and touch behaviour. */
export function Select({ className, children, options = [], ...props }: SelectProps) {
  return (
    <div className={clsx('relative', className)}>
      <select
        className={clsx(controlClassName, 'h-11 appearance-none pr-10')}
        {...useControl()}
        {...props}
      >
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-faint"
      />
    </div>
  );
}
