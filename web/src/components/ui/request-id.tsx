import { requestIdOf } from '@/lib/http/api-error';

import { CopyButton } from './copy-button';

/** The id of a failed call in the server's log, for the operator; nothing for other errors. */
export function RequestId({ error }: { error: unknown }) {
  const id = requestIdOf(error);
  if (!id) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm font-normal text-ink-soft">
      <span>
        Request <code className="text-xs break-all">{id}</code>
      </span>
      <CopyButton text={id} what="Request ID" variant="link" aria-label="Copy the request ID" />
    </p>
  );
}
