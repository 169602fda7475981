import { useQueryClient } from '@tanstack/react-query';
import { BellRing, Radio, SendHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { site } from '@/config/site';
import { TestResult } from '@/entities/endpoint/test-result';
import { useTurnOn } from '@/features/push/api/add-device';
import { pushFailureText } from '@/features/push/push-failure';
import { pushSupport } from '@/features/push/support';
import { showFailure } from '@/lib/failure-toast';
import { useSession } from '@/lib/http/session';
import { showPlanLimit } from '@/lib/upgrade';

import { firstStepsQuery, useTestMail } from './first-steps-calls';

const AddChannelDialog = lazy(() =>
  import('@/features/channels/components/add-channel-dialog').then((loaded) => ({
    default: loaded.AddChannelDialog,
  })),
);

/** Sets up where alerts go: a test email, and on Pro a browser or a channel as well. */
export function ReceiverStep({ done }: { done: boolean }) {
  const user = useSession((state) => state.user);
  const test = useTestMail();
  const send = () =>
    test.mutate(undefined, { onError: (error) => showFailure('The test was not sent', error) });
  return (
    <div className="grid content-start gap-4">
      {site.sendsMail ? (
        <p>
          Alerts go to <strong className="font-semibold break-all">{user?.email}</strong>.
          {!done && ' Send a test before the first one arrives.'}
        </p>
      ) : (
        <p>
          This server does not send email. Alerts appear on the open dashboard and go to the
          channels that you add.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {site.sendsMail && (
          <Button
            variant={done ? 'secondary' : 'primary'}
            size="sm"
            busy={test.isPending}
            onClick={send}
          >
            {!test.isPending && <SendHorizontal aria-hidden />}
            {test.isPending ? 'Sending...' : 'Send me a test'}
          </Button>
        )}
        {user?.isPro && <MoreWays userId={user._id} />}
      </div>
      {test.data && (
        <TestResult
          result={test.data}
          arrived="The email is on its way"
          hint="Not there? Check your spam folder, and mark it as not spam."
        />
      )}
    </div>
  );
}

/** The receivers that Pro adds to email. */
function MoreWays({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const [adding, setAdding] = useState(false);
  const turnOn = useTurnOn();
  const look = () => void queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
  return (
    <>
      {pushSupport() === 'supported' && !turnOn.isSuccess && (
        <Button
          variant="secondary"
          size="sm"
          busy={turnOn.isPending}
          onClick={() =>
            turnOn.mutate(userId, {
              onSuccess: look,
              onError: (error) => void showPlanLimit(error, 'browser-alerts'),
            })
          }
        >
          <BellRing aria-hidden />
          Turn on browser alerts
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
        <Radio aria-hidden />
        Add a channel
      </Button>
      {turnOn.error && <Alert tone="error">{pushFailureText(turnOn.error)}</Alert>}
      {turnOn.isSuccess && <Alert tone="success">This browser now gets alerts.</Alert>}
      {adding && (
        <Suspense fallback={null}>
          <AddChannelDialog
            onClose={() => {
              setAdding(false);
              look();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
