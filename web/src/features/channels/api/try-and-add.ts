import { useState } from 'react';

import type { EndpointInput } from '@/api/types';
import { RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

import { useAddChannel } from './save-channel';
import { useTestNewChannel } from './test-new-channel';

/** Adds a channel once a test has arrived there, or without one if the user insists. */
export function useTryAndAdd(onAdded: () => void) {
  const [draft, setDraft] = useState<string>();
  const [tried, setTried] = useState<EndpointInput | null>(null);
  const test = useTestNewChannel();
  const add = useAddChannel();
  const onError = (error: Error) => void showPlanLimit(error, 'channels');

  const addNow = (input: EndpointInput, arrived: boolean) =>
    add.mutate(input, {
      onSuccess: ({ name }) => {
        const text = arrived ? 'A test message has arrived.' : 'No test message has arrived yet.';
        showToast({ type: 'success', title: `${name} has been added`, text });
        onAdded();
      },
      onError,
    });
  const reset = () => {
    test.reset();
    add.reset();
    setTried(null);
  };
  const hasFailed = test.data?.result.ok === false;

  return {
    isPending: test.isPending || add.isPending,
    failure: add.error ?? test.error,
    /** The result of the test, if it failed. */
    failedTest: hasFailed ? test.data : undefined,
    /** Adds what was tested last although no test has arrived, if that is the case. */
    addAnyway:
      tried && (hasFailed || test.error instanceof RateLimitedError)
        ? () => addNow({ ...tried, draft }, false)
        : undefined,
    tryAndAdd: (input: EndpointInput) => {
      reset();
      setTried(input);
      test.mutate(
        { ...input, draft },
        {
          onSuccess: ({ result, draft }) => {
            setDraft(draft);
            if (result.ok) addNow({ ...input, draft }, true);
          },
          onError,
        },
      );
    },
    reset,
  };
}
