import { useState } from 'react';

type Texts<Name extends string> = Partial<Record<Name, string>>;

type FormOptions<Name extends string> = {
  initial: Record<Name, string>;
  /** Returns the error of each invalid field. */
  validate: (values: Record<Name, string>) => Texts<Name>;
  /** Called when the user types in any field. */
  onEdit?: () => void;
};

/**
 * Manages a form of text fields. A field's error is shown once the field has been left after typing
 * in it, or once the form was sent. Leaving an empty field shows nothing, so that nothing moves
 * away from under a click elsewhere.
 */
export function useForm<Name extends string>({ initial, validate, onEdit }: FormOptions<Name>) {
  const [values, setValues] = useState(initial);
  const [states, setStates] = useState<Partial<Record<Name, 'edited' | 'checked'>>>({});
  const [refused, setRefused] = useState<Texts<Name>>({});
  const names = Object.keys(initial) as Name[];
  const errors = validate(values);

  return {
    values,
    /** Sets field errors from the server; each is cleared when its field is edited. */
    setRefused,
    /** Returns the error to show below a field. */
    error: (name: Name) =>
      states[name] === 'checked' ? (errors[name] ?? refused[name]) : undefined,
    /** Returns the props of the input. */
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
    /** Resets the form. */
    clear: () => {
      setValues(initial);
      setStates({});
      setRefused({});
    },
    /** Shows every error, focuses the first and returns whether the form may be sent. */
    check: (form: HTMLFormElement): boolean => {
      setStates(Object.fromEntries(names.map((name) => [name, 'checked'])) as typeof states);
      const first = names.find((name) => errors[name] !== undefined);
      if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return first === undefined;
    },
  };
}
