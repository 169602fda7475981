import { useState } from 'react';

type Texts<Name extends string> = Partial<Record<Name, string>>;

type FormOptions<Name extends string> = {
  initial: Record<Name, string>;
  /** The text of each field that is wrong. */
  validate: (values: Record<Name, string>) => Texts<Name>;
  /** Called when the user types in any field. */
  onEdit?: () => void;
};

/**
 * A form of text fields. A field's error shows once the field has been left after typing in it, or
 * sent: who passes an empty one by, or clicks elsewhere, is not told off for it, and nothing moves
 * from under that click.
 */
export function useForm<Name extends string>({ initial, validate, onEdit }: FormOptions<Name>) {
  const [values, setValues] = useState(initial);
  const [states, setStates] = useState<Partial<Record<Name, 'edited' | 'checked'>>>({});
  const [refused, setRefused] = useState<Texts<Name>>({});
  const names = Object.keys(initial) as Name[];
  const errors = validate(values);

  return {
    values,
    /** Field texts that the server answered; each goes when its field is edited. */
    setRefused,
    /** The error to show under a field. */
    error: (name: Name) =>
      states[name] === 'checked' ? (errors[name] ?? refused[name]) : undefined,
    /** Props of the input. */
    input: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => {
        setValues((before) => ({ ...before, [name]: event.target.value }));
        setRefused((before) => ({ ...before, [name]: undefined }));
        setStates((before) => ({ ...before, [name]: before[name] ?? 'edited' }));
        onEdit?.();
      },
      onBlur: () =>
        setStates((before) => (before[name] ? { ...before, [name]: 'checked' } : before)),
    }),
    /** Begins again. */
    clear: () => {
      setValues(initial);
      setStates({});
      setRefused({});
    },
    /** Shows every error and moves to the first; whether the form may be sent. */
    check: (form: HTMLFormElement): boolean => {
      setStates(Object.fromEntries(names.map((name) => [name, 'checked'])) as typeof states);
      const first = names.find((name) => errors[name] !== undefined);
      if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return first === undefined;
    },
  };
}
