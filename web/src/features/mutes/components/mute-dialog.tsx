import { type SubmitEvent, useId, useState } from 'react';

import type { MuteInput } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ApiError, errorText, RateLimitedError } from '@/lib/api-error';
import { useForm } from '@/lib/form';
import { muteName } from '@/lib/mutes';
import { showToast } from '@/lib/toasts';

import { useAddMute } from '../api/add-mute';
import { muteKinds, type TypedKind } from '../mute-kinds';
import { countText } from '../use-unmute';
import { MuteFields, type Scope } from './mute-fields';
import { MutePreview } from './mute-preview';
import type { MutableWatch } from './mutes-page';

type MuteDialogProps = { watches: readonly MutableWatch[]; onClose: () => void };

/** Mutes by hand. It is mounted while it is open. */
export function MuteDialog({ watches, onClose }: MuteDialogProps) {
  const formId = useId();
  const [kind, setKind] = useState<TypedKind>('author');
  const [scope, setScope] = useState<Scope>({ watchId: null, forDays: null });
  const [cleanUp, setCleanUp] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const add = useAddMute();
  const form = useForm({
    initial: { value: '' },
    validate: ({ value }) => ({
      value: value.trim() ? undefined : `${muteKinds[kind].label} is required`,
    }),
    onEdit: () => changed(),
  });
  // What was agreed to clean up was counted for another mute.
  const changed = () => {
    setFailure(null);
    setCleanUp(false);
  };
  const input: MuteInput = { kind, value: form.values.value.trim(), ...scope, cleanUp };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    add.mutate(input, {
      onSuccess: ({ mute, cleaned }) => {
        showToast({
          type: 'success',
          title: `${muteName(mute)} is muted`,
          text: cleaned ? `Removed ${countText(cleaned)}` : undefined,
        });
        onClose();
      },
      onError: (error) => {
        if (error instanceof RateLimitedError) return;
        const fields = error instanceof ApiError ? error.fields : {};
        form.setRefused(fields);
        if (!fields.value)
          setFailure(errorText(error, 'This could not be muted. Please try again.'));
      },
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mute something"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={add.isPending}>
            {add.isPending ? 'Muting...' : 'Mute'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {failure && <Alert tone="error">{failure}</Alert>}
        <MuteFields
          kind={kind}
          onKind={(next) => {
            setKind(next);
            changed();
          }}
          value={form.input('value')}
          error={form.error('value')}
          watches={watches}
          scope={scope}
          onScope={(next) => {
            setScope(next);
            changed();
          }}
        />
        <MutePreview input={input} cleanUp={cleanUp} onCleanUp={setCleanUp} />
      </form>
    </Dialog>
  );
}
