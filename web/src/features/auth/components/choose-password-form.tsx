import type { UseMutationResult } from '@tanstack/react-query';

import { Button } from '@/components/ui/button';
import { FormFailure } from '@/components/ui/form-failure';
import { NewPasswordFields } from '@/entities/password/new-password-fields';
import { useForm } from '@/lib/form';
import { hasCode } from '@/lib/http/api-error';

import { newPasswordErrors } from '../validation';

type ChoosePasswordFormProps<Answer> = {
  label: string;
  /** The text of the button, and its text while the password is sent. */
  button: string;
  busyButton: string;
  /** The text of a failure for which the server gives no reason. */
  failed: string;
  /** Sends the password with the token of an emailed link. */
  mutation: UseMutationResult<Answer, Error, string>;
  onDone?: (answer: Answer) => void;
  /** Called with the server's text if the link is not valid. */
  onInvalid: (text: string) => void;
};

/** Asks for a password, on the page of an emailed link. */
export function ChoosePasswordForm<Answer>({
  label,
  button,
  busyButton,
  failed,
  mutation,
  onDone,
  onInvalid,
}: ChoosePasswordFormProps<Answer>) {
  const form = useForm({
    initial: { password: '', confirmPassword: '' },
    validate: newPasswordErrors,
  });

  const onError = (error: Error) => {
    if (hasCode(error, 'INVALID_TOKEN')) onInvalid(error.message);
    else form.fail(error, failed);
  };
  const send = () => mutation.mutate(form.values.password, { onSuccess: onDone, onError });

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      <FormFailure {...form.failure} />
      <NewPasswordFields name="password" label={label} form={form} />
      <Button type="submit" busy={mutation.isPending} className="w-full">
        {mutation.isPending ? busyButton : button}
      </Button>
    </form>
  );
}
