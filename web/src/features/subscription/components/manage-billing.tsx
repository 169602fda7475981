import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { openTab } from '@/lib/page';

import { useManageBilling } from '../api/portal';
import { CallFailed } from './call-failed';

/** Opens the pages for cards and invoices in a new tab. `children` are further buttons. */
export function ManageBilling({ children }: { children?: ReactNode }) {
  const billing = useManageBilling();
  return (
    <>
      <CallFailed title="Your billing could not be opened" error={billing.error} />
      {billing.data && (
        <Alert title="Your browser blocked the new tab">
          <a
            href={billing.data}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-4"
          >
            Open your billing
          </a>
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={billing.isPending}
          // Before the request: after it, the browser would block the tab as a popup.
          onClick={() => billing.mutate(openTab('Opening your billing…'))}
        >
          {!billing.isPending && <ExternalLink aria-hidden />}
          Manage Billing <span className="sr-only">(opens a new tab)</span>
        </Button>
        {children}
      </div>
    </>
  );
}
