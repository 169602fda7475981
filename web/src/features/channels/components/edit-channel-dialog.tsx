import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { hasCode, RateLimitedError } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';
import { showPlanLimit, showUpgrade } from '@/lib/upgrade';

import type { Channel } from '../api/list-channels';
import { useChangeChannel } from '../api/save-channel';
import { templateQuery } from '../api/template';
import { generalText, refusedFields } from '../channel-refusal';
import { addressProblem, kinds } from '../kinds';
import { templateOf, type TemplateText, textOf } from '../template';
import { AddressFields } from './address-fields';
import { GapsChoice } from './gaps-choice';
import { KeywordChoice } from './keyword-choice';
import { TemplateFields } from './template-fields';

type EditChannelDialogProps = { channel: Channel; onClose: () => void };

const noAddress = { url: '', botToken: '', chatId: '', token: '' };

/** Changes a channel's name, its keywords and its address. */
export function EditChannelDialog({ channel, onClose }: EditChannelDialogProps) {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const { fields } = kinds[channel.channel];
  const change = useChangeChannel(channel._id);
  const [watchIds, setWatchIds] = useState(channel.watchIds ?? null);
  const [reportsGaps, setReportsGaps] = useState(channel.reportsGaps);
  const [sent, setSent] = useState(false);
  const known = useQuery({ ...templateQuery(channel._id), enabled: channel.channel === 'webhook' });
  /** Undefined while nothing was chosen. */
  const [template, setTemplate] = useState<TemplateText | null>();
  const [readdressing, setReaddressing] = useState(false);
  const form = useForm({
    initial: { ...noAddress, name: channel.name },
    validate: ({ name, url }) => ({
      name: name.trim() ? undefined : 'Name is required',
      url: url.trim() ? addressProblem(url.trim()) : undefined,
    }),
    onEdit: () => change.reset(),
  });
  const refused = refusedFields(change.error);
  const general = generalText(change.error, [
    ...fields.map(({ name }) => name),
    'name',
    'watchIds',
    'template',
    'template.headers',
    'template.body',
  ]);
  const nothingChosen = sent && watchIds?.length === 0;

  const given = fields.map(({ name }) => [name, form.values[name].trim()] as const);
  const address = Object.fromEntries(given.filter(([, value]) => value)) as Partial<
    typeof noAddress
  >;
  const isMoved = Object.keys(address).length > 0;
  const save = (untested: boolean) => {
    const name = form.values.name.trim();
    const shape = template !== undefined && { template: template && templateOf(template) };
    const gaps = reportsGaps !== channel.reportsGaps && { reportsGaps };
    change.mutate(
      { name, watchIds, ...gaps, ...address, ...shape, ...(untested && { untested }) },
      {
        onSuccess: () => {
          const text = isMoved ? movedText(channel, untested) : undefined;
          showToast({ type: 'success', title: `${name} has been saved`, text });
          onClose();
        },
        onError: (error) => void showPlanLimit(error, 'channels'),
      },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (form.check(event.currentTarget) && watchIds?.length !== 0) save(false);
  };
  const isUntested =
    (isMoved || template !== undefined) &&
    (hasCode(change.error, 'ENDPOINT_TEST_FAILED') || change.error instanceof RateLimitedError);

  return (
    <FormDialog
      title={`Edit ${channel.name}`}
      description={`Alerts go to ${channel.shown}.`}
      failure={{ text: general, error: change.error }}
      submit="Save"
      busy={change.isPending}
      action={
        isUntested && (
          <Button variant="secondary" onClick={() => save(true)}>
            Save anyway
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={form.error('name') ?? refused.name}>
        <Input {...form.input('name')} required maxLength={100} autoComplete="off" />
      </Field>
      {readdressing ? (
        <fieldset className="grid gap-5">
          <legend className="sr-only">New address</legend>
          <p className="text-sm text-ink-soft">
            The new address replaces the old one once a test message has arrived. Fields that you
            leave empty stay as they are.
          </p>
          <AddressFields
            optional
            kind={channel.channel}
            input={form.input}
            error={(name) => form.error(name) ?? refused[name]}
          />
        </fieldset>
      ) : (
        <div>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => (isPro ? setReaddressing(true) : showUpgrade('channels'))}
          >
            Change address
          </Button>
        </div>
      )}
      {known.isSuccess && (
        <TemplateFields
          value={template === undefined ? known.data && textOf(known.data) : template}
          refused={refused}
          onChange={(changed) => {
            setTemplate(changed);
            change.reset();
          }}
        />
      )}
      <KeywordChoice
        chosen={watchIds}
        error={nothingChosen ? 'Select at least one keyword' : refused.watchIds}
        onChange={(chosen) => {
          setWatchIds(chosen);
          change.reset();
        }}
      />
      <GapsChoice
        on={reportsGaps}
        onChange={(on) => {
          setReportsGaps(on);
          change.reset();
        }}
      />
    </FormDialog>
  );
}

/** Returns the text after a change of address. */
function movedText({ status }: Channel, untested: boolean): string | undefined {
  if (status === 'paused') return 'It is still paused. Resume it to get alerts.';
  return untested ? undefined : 'A test message has arrived at the new address.';
}
