import { CopyButton } from '@/components/ui/copy-button';
import { TestResult } from '@/entities/endpoint/test-result';

import type { useTestNewChannel } from '../api/test-new-channel';

type Tested = NonNullable<ReturnType<typeof useTestNewChannel>['data']>;

/** Scrolls into view: the form above may be longer than the screen. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Explains why a new channel's test has not arrived and what to do now. */
export function FailedTest({ tested: { result, secret } }: { tested: Tested }) {
  return (
    <div ref={show} className="grid min-w-0 gap-3">
      <TestResult result={result} />
      {secret && (
        <div className="grid min-w-0 gap-2 text-sm text-ink-soft">
          <p>If your server checks signatures, give it this channel’s secret first:</p>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 rounded-control bg-sunken px-3 py-2 font-mono break-all text-ink">
              {secret}
            </code>
            <CopyButton text={secret} what="The secret" />
          </div>
        </div>
      )}
      <p className="text-sm text-ink-soft">
        Fix the problem and try again, or choose “Add anyway”: alerts that do not arrive are listed
        with the reason.
      </p>
    </div>
  );
}
