import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';

import type { MuteInput } from '@/api/types';
import { FormDialog } from '@/components/ui/form-dialog';
import { ApiError, formErrorText } from '@/lib/http/api-error';

import { CleanUpOffer } from './clean-up-offer';
import { type MutableWatch, type MuteScope, MuteScopeFields } from './mute-scope-fields';
import { useAddMute } from './use-add-mute';

type MuteDialogProps = {
  title: string;
  description?: string;
  /** One or several things to mute; null while the fields are incomplete. */
  what: readonly Pick<MuteInput, 'kind' | 'value' | 'notificationId'>[] | null;
  /** The keywords to choose from. */
  watches: readonly MutableWatch[];
  /** The keyword that is selected at first; null for all. */
  watchId: string | null;
  /** The fields, given whether the form was `tried` and the server's `refusal` of the value. */
  children: (state: { tried: boolean; refusal: string | undefined }) => ReactNode;
  onClose: () => void;
};

/** Creates mutes from its fields: for which keyword, for how long, and whether to clean up. */
export function MuteDialog({
  what,
  watches,
  watchId,
  children,
  onClose,
  ...named
}: MuteDialogProps) {
  const [scope, setScope] = useState<MuteScope>({ watchId, forDays: null });
  const [tried, setTried] = useState(false);
  const add = useAddMute(useQueryClient(), onClose);

  // A consent or an error applies to this exact mute only.
  const choice = JSON.stringify({ what, ...scope });
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const cleanUp = agreedTo === choice;
  const error = sent === choice ? add.error : null;

  const inputs = what?.map((one) => ({ ...one, ...scope, cleanUp })) ?? null;
  const refusal = error instanceof ApiError ? error.fields.value : undefined;
  const failure = error && formErrorText(error, 'That could not be muted.');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    setSent(choice);
    if (inputs) add.mutate(inputs, { onSuccess: onClose });
    else event.currentTarget.querySelector<HTMLInputElement>('input[required]')?.focus();
  };

  return (
    <FormDialog
      {...named}
      failure={{ text: failure, error }}
      submit="Mute"
      busy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {children({ tried, refusal })}
      <MuteScopeFields watches={watches} scope={scope} onScope={setScope} />
      <CleanUpOffer
        inputs={inputs}
        checked={cleanUp}
        onChange={(checked) => setAgreedTo(checked ? choice : null)}
      />
    </FormDialog>
  );
}
