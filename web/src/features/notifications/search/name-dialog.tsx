import { type SubmitEvent, useId } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { ApiError, formErrorText } from '@/lib/http/api-error';

type NameDialogProps = {
  title: string;
  initial: string;
  busy: boolean;
  /** Why the last attempt was refused. */
  failure: Error | null;
  onSave: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a saved search or view. */
export function NameDialog({ title, initial, busy, failure, onSave, onClose }: NameDialogProps) {
  const formId = useId();
  const form = useForm({
    initial: { name: initial },
    validate: ({ name }) => ({ name: name.trim() ? undefined : 'Name is required' }),
  });
  const refused = failure instanceof ApiError ? failure.fields.name : undefined;
  const general = failure && formErrorText(failure, 'It could not be saved.');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.check(event.currentTarget)) onSave(form.values.name.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {general && (
          <Alert tone="error" error={failure}>
            {general}
          </Alert>
        )}
        <Field label="Name" error={form.error('name') ?? refused}>
          <Input {...form.input('name')} required maxLength={100} autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  );
}
