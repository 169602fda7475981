import { useId } from 'react';

import type { ApiKeyScope } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useForm } from '@/lib/form';

import { useCreateKey } from '../api/keys';
import { NewKey } from './new-key';
import { ScopeChoice } from './scope-choice';

/** The server's limit. */
const MAX_NAME_LENGTH = 60;

const expiries = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

/** Creates an API key and shows its token once. Mounted while open. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useCreateKey();
  const form = useForm({
    // Scopes are separated by spaces, as in OAuth.
    initial: { name: '', scopes: 'read', days: '90' },
    validate: ({ name, scopes }) => ({
      name: name.trim() ? undefined : 'Name is required',
      scopes: scopes ? undefined : 'Select at least one',
    }),
  });
  const scopes = form.input('scopes');
  const made = create.data;

  const send = () => {
    const { name, scopes, days } = form.values;
    create.mutate(
      { name: name.trim(), scopes: scopes.split(' ') as ApiKeyScope[], days: Number(days) },
      { onError: (error) => form.fail(error, 'The key could not be created. Please try again.') },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={made ? 'Your new API key' : 'Create an API key'}
      footer={
        made ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={create.isPending}>
              {create.isPending ? 'Creating...' : 'Create key'}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <NewKey made={made} />
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={form.onSubmit(send)}
          className="grid grid-cols-1 gap-5"
        >
          <FormFailure {...form.failure} />
          <Field
            label="Name"
            hint="What uses the key, such as “Backup”."
            error={form.error('name')}
          >
            <Input {...form.input('name')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
          </Field>
          <ScopeChoice
            chosen={scopes.value}
            error={form.error('scopes')}
            onChange={(value) => scopes.onChange({ target: { value } })}
          />
          <Field label="Expires after" error={form.error('days')}>
            <Select {...form.input('days')} options={expiries} />
          </Field>
        </form>
      )}
    </Dialog>
  );
}
