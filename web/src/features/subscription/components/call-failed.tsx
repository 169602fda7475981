import { Alert } from '@/components/ui/alert';
import { site } from '@/config/site';

import { subscriptionFailureText } from '../subscription-failure';

type CallFailedProps = {
  /** Says what did not happen. */
  title: string;
  error: Error | null;
};

/** Shows what failed, why, and what to do about it; nothing without an error. */
export function CallFailed({ title, error }: CallFailedProps) {
  const text = subscriptionFailureText(error);
  if (text === null) return null;
  return (
    <Alert tone="error" title={title} error={error}>
      <p>
        {text}
        {site.supportEmail && (
          <>
            {' If this keeps happening, write to '}
            <a href={`mailto:${site.supportEmail}`} className="underline underline-offset-4">
              {site.supportEmail}
            </a>
            .
          </>
        )}
      </p>
    </Alert>
  );
}
