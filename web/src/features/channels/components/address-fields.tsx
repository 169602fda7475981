import type { FocusEvent } from 'react';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';

import { type ChannelKind, type FieldName, kinds } from '../kinds';

type InputProps = {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: (event: FocusEvent) => void;
};

type AddressFieldsProps = {
  kind: ChannelKind;
  input: (name: FieldName) => InputProps;
  error: (name: FieldName) => string | undefined;
  /** Requires nothing: empty fields keep their value. */
  optional?: boolean;
};

/** The address fields of one kind of channel. */
export function AddressFields({ kind, input, error, optional = false }: AddressFieldsProps) {
  return kinds[kind].fields.map((field, at) => {
    const { name, label, placeholder, hint, secret } = field;
    const Control = secret ? PasswordInput : Input;
    return (
      <Field key={name} label={label} hint={hint} error={error(name)}>
        <Control
          {...input(name)}
          {...(secret && { what: label.toLowerCase() })}
          autoFocus={at === 0}
          required={!optional && !field.optional}
          autoComplete="off"
          spellCheck={false}
          inputMode={name === 'url' ? 'url' : undefined}
          placeholder={placeholder}
        />
      </Field>
    );
  });
}
