import { type SubmitEvent, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { counted } from '@/lib/number';

import { FormatChoice } from './format-choice';
import { readTextFile } from './import-file';
import { ImportFileButton } from './import-file-button';
import type { ImportFormat } from './import-format';

/** The text to import. `chosen` is the user's choice of the format, or null to guess it. */
export type ImportDraft = { text: string; fileName: string; chosen: ImportFormat | null };

type ImportFormProps = {
  /** The id that the submit button outside of the form refers to. */
  id: string;
  draft: ImportDraft;
  /** The chosen or guessed format. */
  format: ImportFormat;
  /** The number of rows to import. */
  rows: number;
  /** Why the list cannot be sent. */
  problem: string | undefined;
  /** Why the list was refused as a whole. */
  error: Error | null;
  busy: boolean;
  onEdit: (changes: Partial<ImportDraft>) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

export function ImportForm(props: ImportFormProps) {
  const { id, draft, format, rows, problem, error, busy, onEdit, onSubmit } = props;
  const [unreadable, setUnreadable] = useState<string>();
  const refused = error instanceof ApiError ? error.fields.text : undefined;
  // The layout's toast reports a rate limit.
  const failed = error && refused === undefined && !(error instanceof RateLimitedError);

  const edit = (changes: Partial<ImportDraft>) => {
    setUnreadable(undefined);
    onEdit(changes);
  };
  const read = async (file: File) => {
    try {
      edit({ text: await readTextFile(file), fileName: file.name, chosen: null });
    } catch (error) {
      setUnreadable(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <form
      id={id}
      noValidate
      onSubmit={onSubmit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer.files.item(0);
        if (!file) return;
        event.preventDefault();
        void read(file);
      }}
    >
      <fieldset disabled={busy} className="grid grid-cols-1 gap-5">
        {failed && (
          <Alert tone="error" error={error}>
            {errorText(error, 'The list could not be imported. Please try again.')}
          </Alert>
        )}
        <Field
          label="Your keywords"
          error={unreadable ?? problem ?? refused}
          hint={rows > 0 ? counted(rows, 'keyword') : undefined}
        >
          <Textarea
            rows={8}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            placeholder="Paste your list here"
            value={draft.text}
            onChange={({ target }) => edit({ text: target.value })}
            className="font-mono text-sm!"
          />
        </Field>
        <ImportFileButton onFile={(file) => void read(file)} />
        <FormatChoice format={format} onChoose={(chosen) => edit({ chosen })} />
      </fieldset>
    </form>
  );
}
