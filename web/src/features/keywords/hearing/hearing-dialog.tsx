import type { Watch } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { errorText } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';

import { HearingList } from './hearing-list';
import { linesOf, resultText } from './hearing-steps';
import { type StartedHearing, useHearing } from './use-hearing';

type HearingDialogProps = {
  watch: Watch;
  started: StartedHearing;
  onClose: () => void;
};

/** Shows the way of a test post to the user. */
export function HearingDialog({ watch, started, onClose }: HearingDialogProps) {
  const { test, shown, isOver, error } = useHearing(started);
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Hearing test"
      description={`Harken plants a labelled post that matches “${watch.keyword}” and sends it to you alone, the way of every alert.`}
      footer={
        <>
          <Button variant="secondary" busy={!isOver && !error} onClick={started.start}>
            Test again
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {test && <HearingList lines={linesOf(test, shown, timeZone)} />}
      {!test && !error && (
        <p className="flex items-center gap-2.5 text-ink-soft">
          <Spinner /> Planting the post...
        </p>
      )}
      {error && (
        <Alert tone="error" error={error}>
          {errorText(error, 'The test could not be started. Please try again.')}
        </Alert>
      )}
      <p role="status" className="mt-5 font-semibold empty:hidden">
        {test && isOver && resultText(test, shown)}
      </p>
    </Dialog>
  );
}
