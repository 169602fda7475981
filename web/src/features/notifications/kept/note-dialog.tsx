import type { SubmitEvent } from 'react';

import type { KeptMatch } from '@/api/types';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/textarea';

import { useKeep } from '../api/kept-matches';

/** As many characters as the server stores. */
const MAX_CHARS = 2000;

type NoteDialogProps = { kept: KeptMatch; onClose: () => void };

/** Edits the note of a match. Mounted while open. */
export function NoteDialog({ kept, onClose }: NoteDialogProps) {
  const { mutate, isPending } = useKeep();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = new FormData(event.currentTarget).get('note');
    const next = { ...kept, note: typeof note === 'string' ? note.trim() : '' };
    // A failure is shown as a toast, and what was typed stays here.
    mutate(next, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Note"
      description="Only you see it. It is kept for as long as the match."
      size="sm"
      failure={{ error: null, text: null }}
      submit="Save"
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Note">
        <Textarea name="note" rows={4} defaultValue={kept.note} maxLength={MAX_CHARS} autoFocus />
      </Field>
    </FormDialog>
  );
}
