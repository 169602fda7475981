import { RotateCw } from 'lucide-react';

import { Button } from './button';

type LoadFailedProps = { what: string; onRetry: () => void };

/** What stands in a section whose data did not arrive. */
export function LoadFailed({ what, onRetry }: LoadFailedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-5 py-5">
      <p className="text-ink-soft">We could not load {what}.</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        <RotateCw aria-hidden />
        Try again
      </Button>
    </div>
  );
}
