import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NewPasswordFields } from '@/entities/password/new-password-fields';
import type { useForm } from '@/lib/form';

import type { Registration } from '../validation';

/** The fields of a new account. */
export function AccountFields({ form }: { form: ReturnType<typeof useForm<keyof Registration>> }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={form.error('firstName')}>
          <Input {...form.input('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={form.error('lastName')}>
          <Input {...form.input('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" error={form.error('email')}>
        <Input {...form.input('email')} type="email" autoComplete="email" />
      </Field>
      <NewPasswordFields name="password" label="Password" form={form} />
    </>
  );
}
