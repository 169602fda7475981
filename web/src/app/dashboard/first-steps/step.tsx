import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { Skeleton } from '@/components/ui/skeleton';
import { numberText } from '@/lib/number';

type StepProps = {
  number: number;
  title: string;
  /** Undefined while unknown. */
  done: boolean | undefined;
  children: ReactNode;
};

/** One of the first steps. Until it is done its height is fixed, so that loading content moves nothing. */
export function Step({ number, title, done, children }: StepProps) {
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className={clsx(
        'flex min-w-0 flex-col gap-4 bg-surface px-5 py-5 sm:px-6 lg:min-h-72',
        !done && 'min-h-60',
      )}
    >
      <h3 id={id} className="flex items-center gap-3 text-base">
        <span
          aria-hidden
          className={clsx(
            'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
            done ? 'bg-good text-surface' : 'bg-brand-soft text-brand-text',
          )}
        >
          {done ? <Check className="size-4" /> : numberText(number)}
        </span>
        {title}
        {done && <span className="sr-only">, done</span>}
      </h3>
      {done === undefined ? (
        <div className="grid gap-3">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-11 w-full" />
        </div>
      ) : (
        children
      )}
    </li>
  );
}
