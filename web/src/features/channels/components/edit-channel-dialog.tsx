import { type SubmitEvent, useId, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { showToast } from '@/lib/toasts';

import type { Channel } from '../api/list-channels';
import { useChangeChannel } from '../api/save-channel';
import { generalText, refusedFields } from '../channel-refusal';
import { KeywordChoice } from './keyword-choice';

type EditChannelDialogProps = { channel: Channel; onClose: () => void };

/** Changes what a channel is called and which keywords it gets. Its address stays as it is. */
export function EditChannelDialog({ channel, onClose }: EditChannelDialogProps) {
  const formId = useId();
  const change = useChangeChannel(channel._id);
  const [watchIds, setWatchIds] = useState(channel.watchIds ?? null);
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { name: channel.name },
    validate: ({ name }) => ({ name: name.trim() ? undefined : 'Name is required' }),
    onEdit: () => change.reset(),
  });
  const refused = refusedFields(change.error);
  const general = generalText(change.error, ['name', 'watchIds']);
  const nothingChosen = sent && watchIds?.length === 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (!form.check(event.currentTarget) || watchIds?.length === 0) return;
    const name = form.values.name.trim();
    change.mutate(
      { name, watchIds },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: `${name} has been saved` });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Edit ${channel.name}`}
      description={`It leads to ${channel.shown}. For another address, add another channel.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {general && <Alert tone="error">{general}</Alert>}
        <Field label="Name" error={form.error('name') ?? refused.name}>
          {(control) => (
            <Input
              {...control}
              {...form.input('name')}
              required
              maxLength={100}
              autoComplete="off"
            />
          )}
        </Field>
        <KeywordChoice
          chosen={watchIds}
          error={nothingChosen ? 'Choose at least one keyword' : refused.watchIds}
          onChange={setWatchIds}
        />
      </form>
    </Dialog>
  );
}
