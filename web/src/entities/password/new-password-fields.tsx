import type { ComponentProps } from 'react';

import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';

import { NEW_PASSWORD_HINT } from './password-rules';

type NewPasswordFieldsProps<Name extends string> = {
  /** The server's name of the field. */
  name: Name;
  label: string;
  /** A `useForm` that includes these two fields. */
  form: {
    error: (name: Name | 'confirmPassword') => string | undefined;
    input: (
      name: Name | 'confirmPassword',
    ) => Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'onBlur'>;
  };
};

/** Fields for a new password and its confirmation. */
export function NewPasswordFields<Name extends string>({
  name,
  label,
  form,
}: NewPasswordFieldsProps<Name>) {
  return (
    <>
      <Field label={label} error={form.error(name)} hint={NEW_PASSWORD_HINT}>
        <PasswordInput
          {...form.input(name)}
          what={label.toLowerCase()}
          autoComplete="new-password"
        />
      </Field>
      <Field label="Confirm password" error={form.error('confirmPassword')}>
        <PasswordInput
          {...form.input('confirmPassword')}
          what="confirmed password"
          autoComplete="new-password"
        />
      </Field>
    </>
  );
}
