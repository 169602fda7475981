import type { ComponentProps } from 'react';

import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { NEW_PASSWORD_HINT } from '@/lib/password-rules';

type Name = 'password' | 'confirmPassword';

type NewPasswordFieldsProps = {
  label: string;
  /** A `useForm` with these two fields, whatever else it has. */
  form: {
    error: (name: Name) => string | undefined;
    input: (name: Name) => Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'onBlur'>;
  };
};

/** A password that is chosen, twice. */
export function NewPasswordFields({ label, form }: NewPasswordFieldsProps) {
  return (
    <>
      <Field label={label} error={form.error('password')} hint={NEW_PASSWORD_HINT}>
        {(control) => (
          <PasswordInput {...control} {...form.input('password')} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm password" error={form.error('confirmPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.input('confirmPassword')}
            what="confirmed password"
            autoComplete="new-password"
          />
        )}
      </Field>
    </>
  );
}
