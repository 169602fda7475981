import { SendHorizontal } from 'lucide-react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';

import type { useSendTest } from '../api/send-test';
import { duration } from '../duration';
import { tellFailure } from '../failure-toast';

type Test = ReturnType<typeof useSendTest>;

type SendTestButtonProps = { test: Test; name: string };

export function SendTestButton({ test, name }: SendTestButtonProps) {
  return (
    <Button
      look="secondary"
      size="sm"
      busy={test.isPending}
      aria-label={`Send test to ${name}`}
      onClick={() => test.mutate(undefined, { onError: tellFailure('The test was not sent') })}
    >
      {!test.isPending && <SendHorizontal aria-hidden />}
      {test.isPending ? 'Sending…' : 'Send test'}
    </Button>
  );
}

/** What really came back to the last test. */
export function TestOutcome({ test: { data } }: { test: Test }) {
  if (!data) return null;
  const { ok, statusCode, detail, durationMs } = data;
  const answer = statusCode ? `answer ${statusCode}` : 'no answer';
  return (
    <Alert
      tone={ok ? 'success' : 'error'}
      title={`${ok ? 'It arrived' : 'It did not arrive'}: ${answer} after ${duration(durationMs)}`}
    >
      {detail && (
        // Whatever the other side said, which may be a whole page.
        <p className="mt-1 max-h-32 overflow-y-auto font-mono text-xs break-all whitespace-pre-wrap">
          {detail}
        </p>
      )}
    </Alert>
  );
}
