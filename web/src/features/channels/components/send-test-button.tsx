import { SendHorizontal } from 'lucide-react';

import { Button } from '@/components/ui/button';

import type { useSendTest } from '../api/send-test';
import { showChannelFailure } from '../channel-failure';

type SendTestButtonProps = { test: ReturnType<typeof useSendTest>; name: string };

export function SendTestButton({ test, name }: SendTestButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={test.isPending}
      aria-label={`Send test to ${name}`}
      onClick={() =>
        test.mutate(undefined, { onError: showChannelFailure('The test was not sent') })
      }
    >
      {!test.isPending && <SendHorizontal aria-hidden />}
      {test.isPending ? 'Sending…' : 'Send test'}
    </Button>
  );
}
