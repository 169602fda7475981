import { useId } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { site } from '@/config/site';
import { dateTimeText } from '@/lib/dates';
import { useForm } from '@/lib/form';

import { useInvite } from '../api/invite';

const MAX_DAYS = 365;

/** Explains why an invitation may be unnecessary or useless. */
const note = site.registrationByInvite
  ? null
  : site.registrationOpen
    ? 'Anyone can create an account on this server, with or without an invitation.'
    : 'Nobody can create an account on this server, with or without an invitation. Change that under Server settings.';

function daysError(days: string): string | undefined {
  const number = Number(days);
  const fits = Number.isInteger(number) && number >= 1 && number <= MAX_DAYS;
  return fits ? undefined : 'Use 1 to 365 days';
}

/** Creates a link with which one person can register. Mounted while open. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const invite = useInvite();
  const form = useForm({
    initial: { email: '', days: '7' },
    validate: ({ days }) => ({ email: undefined, days: daysError(days) }),
  });
  const made = invite.data;

  const create = () => {
    const email = form.values.email.trim();
    invite.mutate(
      { ...(email && { email }), days: Number(form.values.days) },
      { onError: (error) => form.fail(error, 'The invitation could not be created.') },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite someone"
      description="A link with which one person can create an account."
      size="sm"
      footer={
        made ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={invite.isPending}>
              Create link
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="grid grid-cols-1 gap-3">
          <p role="status" className="text-ink-soft">
            {`Send this link to the person. It works until ${dateTimeText(made.expiresAt)} and is not shown again.`}
          </p>
          <p className="rounded-control bg-sunken px-3.5 py-3 font-mono text-sm break-all">
            {made.link}
          </p>
          <CopyButton text={made.link} what="The invitation" className="justify-self-start">
            Copy link
          </CopyButton>
        </div>
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={form.onSubmit(create)}
          className="grid grid-cols-1 gap-5"
        >
          <FormFailure {...form.failure} />
          {note && <Alert tone="info">{note}</Alert>}
          <Field
            label="Email address"
            hint="Optional. Only this address can use the link."
            error={form.error('email')}
          >
            <Input {...form.input('email')} type="email" autoComplete="off" maxLength={254} />
          </Field>
          <Field label="Days" hint="How long the link works." error={form.error('days')}>
            <Input {...form.input('days')} inputMode="numeric" />
          </Field>
        </form>
      )}
    </Dialog>
  );
}
