import type { EndpointTest } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { duration } from '@/lib/duration';
import { asSentence } from '@/lib/sentence';

type TestResultProps = {
  result: EndpointTest;
  /** What is said of one that went well. */
  arrived?: string;
  /** What to look at when it went well and yet nothing is to be seen. */
  hint?: string;
};

/** What really came back to a test, and why it failed if it did. */
export function TestResult({ result, arrived = 'It arrived', hint }: TestResultProps) {
  const { ok, statusCode, detail, durationMs } = result;
  const answer = statusCode ? `answer ${String(statusCode)}` : 'no answer';
  // The title has said it already.
  const text = ok ? hint : asSentence(detail.replace(`answered ${String(statusCode)}: `, ''));
  return (
    <Alert
      tone={ok ? 'success' : 'error'}
      title={`${ok ? arrived : 'It did not arrive'}: ${answer} after ${duration(durationMs)}`}
    >
      {/* Whatever the other side said may be a whole page. */}
      {text && <p className="mt-0.5 max-h-32 overflow-y-auto break-words">{text}</p>}
    </Alert>
  );
}
