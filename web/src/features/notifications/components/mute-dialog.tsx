import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import type { Notification } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { ApiError, formErrorText } from '@/lib/api-error';

import { durations, firstKind, muteInput, type MuteWish } from '../mute-wish';
import { useAddMute } from '../use-add-mute';
import { CleanUpOffer } from './clean-up-offer';
import { MuteKinds } from './mute-kinds';

type MuteDialogProps = { notification: Notification; onClose: () => void };

/** Mutes what a notification is an example of. It is mounted while it is open. */
export function MuteDialog({ notification, onClose }: MuteDialogProps) {
  const formId = useId();
  const [wish, setWish] = useState<MuteWish>({
    kind: firstKind(notification),
    word: '',
    forAll: false,
    duration: 'good',
    cleanUp: false,
  });
  const [sent, setSent] = useState(false);
  const add = useAddMute(useQueryClient());
  const edit = (changes: Partial<MuteWish>) => {
    add.reset();
    setWish({ ...wish, ...changes });
  };
  const input = muteInput(wish, notification);
  const refusal = add.error instanceof ApiError ? add.error.fields.value : undefined;
  const missing = sent && !input ? 'Which word should be muted?' : undefined;
  const failure = add.error && formErrorText(add.error, 'That could not be muted.');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (input) add.mutate(input, { onSuccess: onClose });
    else event.currentTarget.querySelector<HTMLInputElement>('[name=word]')?.focus();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mute"
      description="What should Harken not tell you of?"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={add.isPending}>
            Mute
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {failure && <Alert tone="error">{failure}</Alert>}
        <MuteKinds
          notification={notification}
          wish={wish}
          error={refusal ?? missing}
          onEdit={edit}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Where">
            {(control) => (
              <Select
                {...control}
                value={wish.forAll ? 'all' : 'one'}
                onChange={({ target }) => edit({ forAll: target.value === 'all' })}
              >
                <option value="one">{`Only for “${notification.matchedKeyword}”`}</option>
                <option value="all">For all keywords</option>
              </Select>
            )}
          </Field>
          <Field label="How long">
            {(control) => (
              <Select
                {...control}
                value={wish.duration}
                onChange={({ target }) => edit({ duration: target.value as MuteWish['duration'] })}
              >
                {Object.entries(durations).map(([value, { label }]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <CleanUpOffer
          input={input}
          checked={wish.cleanUp}
          onChange={(cleanUp) => edit({ cleanUp })}
        />
      </form>
    </Dialog>
  );
}
