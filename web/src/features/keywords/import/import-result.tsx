import { useEffect, useRef } from 'react';

import type { ImportLine } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { errorText } from '@/lib/http/api-error';
import { counted } from '@/lib/number';

import { ImportNotes } from './import-notes';
import type { ImportPart } from './import-parts';
import { listText } from './import-rows';
import { ImportUpgrades } from './import-upgrades';
import { RefusedLines } from './refused-lines';

type ImportResultProps = {
  lines: readonly ImportLine[];
  /** The parts that have not been sent. */
  left: readonly ImportPart[];
  /** The first row of a table. */
  header: string | null;
  /** Why not everything was sent. */
  error: Error | null;
  /** Puts the rest back into the form. */
  onEdit: () => void;
};

/** Shows the outcome of an import: how much was added, and each refused line with its reason. */
export function ImportResult(props: ImportResultProps) {
  const { lines, left, header, error, onEdit } = props;
  const refused = lines.filter(({ watchId }) => watchId === null);
  const added = lines.length - refused.length;
  const unsent = left.reduce((sum, { rows }) => sum + rows.length, 0);

  // The button that had the focus has disappeared with the form.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid grid-cols-1 gap-5">
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-sans text-lg tracking-normal focus:outline-none"
      >
        {summary(added, refused.length)}
      </h3>
      {unsent > 0 && (
        <Alert
          tone={error ? 'error' : 'info'}
          title={error ? 'The import was interrupted' : 'Stopped'}
        >
          {error && <p>{errorText(error, 'The server could not be reached.')}</p>}
          <p>
            {`The lines listed here have been processed. ${counted(unsent, 'line')} ${unsent === 1 ? 'has' : 'have'} not been sent yet.`}
          </p>
        </Alert>
      )}
      <ImportUpgrades refused={refused} />
      {refused.length > 0 && (
        <section aria-label="Lines that were not imported" className="grid grid-cols-1 gap-3">
          <RefusedLines lines={refused} />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="sm" onClick={onEdit}>
              Edit and import again
            </Button>
            <CopyButton text={listText(header, refused)} what="The lines that were not imported">
              {' '}
              Copy{' '}
            </CopyButton>
          </div>
        </section>
      )}
      <ImportNotes lines={lines} />
    </div>
  );
}

function summary(added: number, refused: number): string {
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  const first =
    added === 0 ? 'No keywords were added' : `${counted(added, 'keyword')} ${was(added)} added`;
  if (refused === 0) return first;
  return `${first}, ${counted(refused, 'line')} ${was(refused)} not`;
}
