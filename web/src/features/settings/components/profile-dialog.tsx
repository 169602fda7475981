import { useState } from 'react';

import type { User } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { showToast } from '@/lib/toasts';

import { useSaveProfile } from '../api/save-profile';
import { browserZone, timeIn, zoneLabel } from '../time-zones';
import { TimeZoneInput } from './time-zone-input';

type ProfileDialogProps = { user: User; onClose: () => void };

/** Edits the name and the time zone. Mounted while open. */
export function ProfileDialog({ user, onClose }: ProfileDialogProps) {
  const [timeZone, setTimeZone] = useState(user.timeZone);
  const save = useSaveProfile();
  const form = useForm({
    initial: { firstName: user.firstName, lastName: user.lastName },
    validate: ({ firstName, lastName }) => ({
      firstName: firstName.trim() ? undefined : 'First name is required',
      lastName: lastName.trim() ? undefined : 'Last name is required',
    }),
  });
  const here = browserZone();
  const time = timeIn(timeZone);

  const send = () => {
    const { firstName, lastName } = form.values;
    save.mutate(
      { firstName: firstName.trim(), lastName: lastName.trim(), timeZone },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: 'Profile updated successfully' });
          onClose();
        },
        onError: (error) => form.fail(error, 'Failed to update profile'),
      },
    );
  };

  return (
    <FormDialog
      title="Edit profile"
      failure={form.failure}
      submit={save.isPending ? 'Saving...' : 'Save profile'}
      busy={save.isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={form.error('firstName')}>
          <Input {...form.input('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={form.error('lastName')}>
          <Input {...form.input('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <div className="grid justify-items-start gap-2 *:first:w-full">
        <Field
          label="Time zone"
          hint={`Sets when digests are sent and when a day begins.${time ? ` It is ${time} there now.` : ''}`}
        >
          <TimeZoneInput value={timeZone} onChange={setTimeZone} />
        </Field>
        {here !== timeZone && (
          <Button variant="link" onClick={() => setTimeZone(here)} className="text-sm">
            Use this browser’s: {zoneLabel(here)}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
