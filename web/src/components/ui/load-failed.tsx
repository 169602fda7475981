import { RotateCw } from 'lucide-react';

import { OfflineError } from '@/lib/http/api-error';

import { Button } from './button';
import { RequestId } from './request-id';

type LoadFailedProps = { what: string; error: unknown; onRetry: () => void };

/** The content of a section whose data could not be loaded. */
export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  if (error instanceof OfflineError) {
    return (
      <div role="status" className="px-5 py-5">
        <NeedsNetwork what={what} />
      </div>
    );
  }
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

/** Takes the place of what this device has not loaded before. It loads by itself once there is a network. */
function NeedsNetwork({ what }: { what: string }) {
  return <p className="text-ink-soft">Loading {what} needs the network.</p>;
}
