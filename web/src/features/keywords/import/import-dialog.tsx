import { type SubmitEvent, useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { counted, numberText } from '@/lib/number';

import { type ImportDraft, ImportForm } from './import-form';
import { guessFormat } from './import-format';
import { listProblem } from './import-problem';
import { ImportResult } from './import-result';
import { listText, readList } from './import-rows';
import { useImport } from './use-import';

const nothing: ImportDraft = { text: '', fileName: '', chosen: null };

type ImportDialogProps = {
  /** The number of further active keywords that the plan allows; null for any number. */
  allowed: number | null;
  onClose: () => void;
};

/** Imports keywords from elsewhere. Mounted while it is open. */
export function ImportDialog({ allowed, onClose }: ImportDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState(nothing);
  const [tried, setTried] = useState(false);
  const run = useImport();
  const { lines, left, count, isPending, stopping, error } = run;

  const format = draft.chosen ?? guessFormat(draft.text, draft.fileName);
  const list = readList(draft.text, format);
  const problem = tried ? listProblem(list, draft.text) : undefined;
  const ended = lines.length > 0 && !isPending;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (listProblem(list, draft.text)) event.currentTarget.querySelector('textarea')?.focus();
    else run.start(list);
  };
  const editRest = () => {
    const refused = lines.filter(({ watchId }) => watchId === null);
    const text = listText(list.header, [...refused, ...left.flatMap(({ rows }) => rows)]);
    setDraft({ ...draft, text, chosen: format });
    setTried(false);
    run.clear();
  };
  // A running import is stopped cleanly first, so that its outcome can be reported.
  const leave = () => (isPending && !stopping ? run.stop() : onClose());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title="Import keywords"
      description={
        ended
          ? undefined
          : `Import a list from F5Bot, or a table from any other source.${allowedText(allowed)}`
      }
      footer={
        ended ? (
          <>
            {left.length > 0 && (
              <Button variant="secondary" onClick={run.goOn}>
                {' '}
                Continue{' '}
              </Button>
            )}
            <Button onClick={onClose}>Done</Button>
          </>
        ) : (
          <>
            <p role="status" className="mr-auto self-center text-sm text-ink-soft">
              {isPending &&
                count > 1 &&
                `Part ${numberText(count - left.length + 1)} of ${numberText(count)}…`}
            </p>
            <Button variant="secondary" onClick={leave} disabled={stopping && isPending}>
              {isPending ? 'Stop' : 'Cancel'}
            </Button>
            <Button type="submit" form={formId} busy={isPending}>
              Import
            </Button>
          </>
        )
      }
    >
      {ended ? (
        <ImportResult
          lines={lines}
          left={left}
          header={list.header}
          error={error}
          onEdit={editRest}
        />
      ) : (
        <ImportForm
          id={formId}
          draft={draft}
          format={format}
          rows={list.rows.length}
          problem={problem}
          error={error}
          busy={isPending}
          onEdit={(changes) => {
            setTried(false);
            if (error) run.clear();
            setDraft({ ...draft, ...changes });
          }}
          onSubmit={submit}
        />
      )}
    </Dialog>
  );
}

const allowedText = (allowed: number | null) =>
  allowed === null ? '' : ` Your plan has room for ${counted(allowed, 'more keyword')}.`;
