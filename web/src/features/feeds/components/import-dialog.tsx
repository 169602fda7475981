import { FileUp } from 'lucide-react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';

import { useImportFeeds } from '../api/import-feeds';
import { FileProblem } from '../opml-file';
import { ImportResult } from './import-result';

/** Follows the feeds of another reader's list. Mounted while open. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { mutate, lines, isPending, isSuccess, error } = useImportFeeds();
  const isDone = isSuccess || (lines.length > 0 && !isPending);
  // The layout's toast reports a rate limit.
  const failed = error instanceof RateLimitedError ? null : error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import feeds"
      description={
        isDone ? undefined : 'Most feed readers can export their list of feeds as an OPML file.'
      }
      footer={
        <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
          {isDone ? 'Done' : 'Cancel'}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {failed && (
          <Alert tone="error" error={failed}>
            {lines.length > 0 &&
              'The import was interrupted. The feeds listed here have been processed. '}
            {textOf(failed)}
          </Alert>
        )}
        {isDone ? (
          <ImportResult lines={lines} />
        ) : (
          <FileButton busy={isPending} onFile={(file) => mutate(file)} />
        )}
      </div>
    </Dialog>
  );
}

function textOf(error: Error): string {
  if (error instanceof FileProblem) return error.message;
  const refused = error instanceof ApiError ? error.fields.text : undefined;
  return refused ?? errorText(error, 'The feeds could not be imported. Please try again.');
}

function FileButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  return (
    <Button
      asChild
      variant="secondary"
      className="w-fit cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand"
    >
      <label>
        <FileUp aria-hidden />
        {busy ? 'Importing…' : 'Choose an OPML file'}
        <input
          type="file"
          accept=".opml,.xml,text/x-opml,text/xml,application/xml"
          disabled={busy}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.item(0);
            // Reset below, so that the same file can be chosen again after a change.
            if (file) onFile(file);
            target.value = '';
          }}
        />
      </label>
    </Button>
  );
}
