import type { EndpointTest } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { errorText, RateLimitedError } from '@/lib/api-error';

type TestResultProps = { result: EndpointTest | undefined; error: Error | null };

/** What came of a test, in the push service's own words. */
export function TestResult({ result, error }: TestResultProps) {
  if (error && !(error instanceof RateLimitedError)) {
    return (
      <Alert tone="error">
        {errorText(error, 'Harken could not be reached. Please try again.')}
      </Alert>
    );
  }
  if (!result) return null;
  const { ok, statusCode, detail, durationMs } = result;
  const answer = [statusCode, detail].filter(Boolean).join(' ');
  if (!ok)
    return (
      <Alert tone="error" title="The test did not go through">
        {answer}
      </Alert>
    );
  return (
    <Alert tone="success" title={`The push service took it after ${durationMs} ms`}>
      {`${answer}. If nothing shows up, look whether your system lets the browser show notifications.`}
    </Alert>
  );
}
