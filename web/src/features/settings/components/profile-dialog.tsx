import { type SubmitEvent, useId, useState } from 'react';

import type { User } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';

import { useSaveProfile } from '../api/save-profile';
import { browserZone, timeIn, zoneLabel } from '../time-zones';
import { TimeZoneInput } from './time-zone-input';

type ProfileDialogProps = { user: User; onClose: () => void };

/** Edits the name and the time zone. Mounted while open. */
export function ProfileDialog({ user, onClose }: ProfileDialogProps) {
  const formId = useId();
  const [timeZone, setTimeZone] = useState(user.timeZone);
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveProfile();
  const form = useForm({
    initial: { firstName: user.firstName, lastName: user.lastName },
    validate: ({ firstName, lastName }) => ({
      firstName: firstName.trim() ? undefined : 'First name is required',
      lastName: lastName.trim() ? undefined : 'Last name is required',
    }),
    onEdit: () => setFailure(null),
  });
  const here = browserZone();
  const time = timeIn(timeZone, new Date());

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    const { firstName, lastName } = form.values;
    save.mutate(
      { firstName: firstName.trim(), lastName: lastName.trim(), timeZone },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: 'Profile updated successfully' });
          onClose();
        },
        onError: (error) => {
          if (error instanceof RateLimitedError) return;
          if (error instanceof ApiError) form.setRefused(error.fields);
          setFailure(errorText(error, 'Failed to update profile'));
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit profile"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save profile'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {failure && (
          <Alert tone="error" error={save.error}>
            {failure}
          </Alert>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" error={form.error('firstName')}>
            {(control) => (
              <Input {...control} {...form.input('firstName')} autoComplete="given-name" />
            )}
          </Field>
          <Field label="Last name" error={form.error('lastName')}>
            {(control) => (
              <Input {...control} {...form.input('lastName')} autoComplete="family-name" />
            )}
          </Field>
        </div>
        <div className="grid justify-items-start gap-2 *:first:w-full">
          <Field
            label="Time zone"
            hint={`Sets when digests are sent and when a day begins.${time ? ` It is ${time} there now.` : ''}`}
          >
            {(control) => (
              <TimeZoneInput control={control} value={timeZone} onChange={setTimeZone} />
            )}
          </Field>
          {here !== timeZone && (
            <Button variant="link" onClick={() => setTimeZone(here)} className="text-sm">
              Use this browser’s: {zoneLabel(here)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
