import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';

import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { showFailure } from '@/lib/failure-toast';

import { failedDeliveriesQuery, useDismissFailed } from '../api/failed-deliveries';
import { failedText } from '../delivery-texts';
import { FailedDialog } from './failed-dialog';
import { FailedSummary } from './failed-summary';

/** Summarizes failed deliveries by receiver, until they are dismissed or sent after all. */
export function FailedBanner() {
  const { data } = useQuery(failedDeliveriesQuery);
  const dismiss = useDismissFailed();
  const [shown, setShown] = useState(false);
  if (!data) return null;
  const { total, groups } = data;

  const dismissAll = () => {
    if (dismiss.isPending) return;
    dismiss.mutate(undefined, {
      onSuccess: () => setShown(false),
      onError: (error) => showFailure('The alerts could not be dismissed', error),
    });
  };
  return (
    <>
      {total > 0 && (
        <Banner
          icon={CircleAlert}
          title={failedText(total)}
          text={<FailedSummary groups={groups} />}
        >
          <Button variant="secondary" size="sm" onClick={() => setShown(true)}>
            Show {total === 1 ? 'it' : 'them'}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-busy={dismiss.isPending || undefined}
            onClick={dismissAll}
            className="text-bad!"
          >
            Dismiss
          </Button>
        </Banner>
      )}
      {shown && (
        <FailedDialog
          failed={data}
          dismissing={dismiss.isPending}
          onDismiss={dismissAll}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
