import type { EndpointTest } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { duration } from '@/lib/duration';
import { asSentence } from '@/lib/sentence';

type TestResultProps = {
  result: EndpointTest;
  /** The text for a successful test. */
  arrived?: string;
  /** What to check when a successful test is nowhere to be seen. */
  hint?: string;
};

/** Shows the actual response to a test, and why it failed if it did. */
export function TestResult({ result, arrived = 'It arrived', hint }: TestResultProps) {
  const { ok, statusCode, detail, durationMs } = result;
  const answer = statusCode ? `answer ${String(statusCode)}` : 'no answer';
  // The title already contains it.
  const text = ok ? hint : asSentence(detail.replace(`answered ${String(statusCode)}: `, ''));
  return (
    <Alert
      tone={ok ? 'success' : 'error'}
      title={`${ok ? arrived : 'It did not arrive'}: ${answer} after ${duration(durationMs)}`}
    >
      {/* The response may be a whole page. */}
      {text && <p className="mt-0.5 max-h-32 overflow-y-auto break-words">{text}</p>}
    </Alert>
  );
}
