import type { Announcement } from '@/api/types';
import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Textarea } from '@/components/ui/textarea';
import { dateTimeText } from '@/lib/dates';
import { showFailure } from '@/lib/failure-toast';
import { useForm } from '@/lib/form';
import { showToast } from '@/lib/toasts';

import { useAnnounce } from '../api/settings';

const MAX_LENGTH = 500;

/** The announcement to all users, and a form for the next one. */
export function AnnouncementSection({ announcement }: { announcement: Announcement | null }) {
  // Not in `Current`, which unmounts once the announcement is withdrawn.
  const announce = useAnnounce();
  const withdraw = () =>
    announce.mutate(null, {
      onSuccess: () => showToast({ type: 'success', title: 'The announcement is withdrawn' }),
      onError: (error) => showFailure('The announcement could not be withdrawn', error),
    });
  return (
    <SectionCard title="Announcement">
      <div className="grid grid-cols-1 gap-5 px-5 py-5">
        {announcement && (
          <Current
            announcement={announcement}
            isWithdrawing={announce.isPending && announce.variables === null}
            onWithdraw={withdraw}
          />
        )}
        <AnnouncementForm announce={announce} isOther={announcement !== null} />
      </div>
    </SectionCard>
  );
}

type CurrentProps = {
  announcement: Announcement;
  isWithdrawing: boolean;
  onWithdraw: () => void;
};

function Current({ announcement, isWithdrawing, onWithdraw }: CurrentProps) {
  const { text, since, until } = announcement;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-control bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="whitespace-pre-line">
          {text}
        </p>
        <p className="mt-1 text-sm text-ink-faint">
          {`Shown since ${dateTimeText(since)}, ${until ? `until ${dateTimeText(until)}` : 'until you withdraw it'}`}
        </p>
      </div>
      <Button variant="secondary" size="sm" busy={isWithdrawing} onClick={onWithdraw}>
        Withdraw
      </Button>
    </div>
  );
}

type AnnouncementFormProps = { announce: ReturnType<typeof useAnnounce>; isOther: boolean };

function AnnouncementForm({ announce, isOther }: AnnouncementFormProps) {
  const form = useForm({
    initial: { text: '', until: '' },
    validate: ({ text, until }) => ({
      text: text.trim() === '' ? 'Enter what users should know' : undefined,
      until:
        until !== '' && new Date(until) <= new Date() ? 'Choose a time in the future' : undefined,
    }),
  });

  const publish = () => {
    if (announce.isPending) return;
    const { text, until } = form.values;
    announce.mutate(
      { text: text.trim(), ...(until && { until: new Date(until).toISOString() }) },
      {
        onSuccess: () => {
          form.clear();
          showToast({ type: 'success', title: 'The announcement is published' });
        },
        onError: (error) => form.fail(error, 'The announcement could not be published.'),
      },
    );
  };

  return (
    <form noValidate onSubmit={form.onSubmit(publish)} className="grid grid-cols-1 gap-5">
      <FormFailure {...form.failure} />
      <Field
        label={isOther ? 'Replace it with' : 'What users should know'}
        hint="All users see it on every page until they dismiss it."
        error={form.error('text')}
      >
        <Textarea {...form.input('text')} rows={3} maxLength={MAX_LENGTH} />
      </Field>
      <Field
        label="Until"
        hint="Optional. Without a time, it is shown until you withdraw it."
        error={form.error('until')}
      >
        <DateInput
          {...form.input('until')}
          type="datetime-local"
          empty="No end"
          className="max-w-sm"
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        busy={announce.isPending && Boolean(announce.variables)}
      >
        Publish
      </Button>
    </form>
  );
}
