import { RotateCw } from 'lucide-react';

import { Button } from './button';
import { RequestId } from './request-id';

type LoadFailedProps = { what: string; error: unknown; onRetry: () => void };

/** The content of a section whose data could not be loaded. */
export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-5 py-5">
      <div>
        <p className="text-ink-soft">We could not load {what}.</p>
        <RequestId error={error} />
      </div>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        <RotateCw aria-hidden />
        Try again
      </Button>
    </div>
  );
}
