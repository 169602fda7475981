import { useState } from 'react';

type Texts<Name extends string> = Partial<Record<Name, string>>;

type FormOptions<Name extends string> = {
  initial: Record<Name, string>;
  /** The text of each field that is wrong. */
  validate: (values: Record<Name, string>) => Texts<Name>;
  /** Called when the user types in any field. */
  onEdit?: () => void;
};

/** A form of text fields. A field's error shows once the field has been left or sent. */
export function useForm<Name extends string>({ initial, validate, onEdit }: FormOptions<Name>) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<Name, boolean>>>({});
  const [refused, setRefused] = useState<Texts<Name>>({});
  const names = Object.keys(initial) as Name[];
  const errors = validate(values);

  return {
    values,
    /** Field texts that the server answered; each goes when its field is edited. */
    setRefused,
    /** The error to show under a field. */
    error: (name: Name) => (touched[name] ? (errors[name] ?? refused[name]) : undefined),
    /** Props of the input. */
    input: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => {
        setValues((before) => ({ ...before, [name]: event.target.value }));
        setRefused((before) => ({ ...before, [name]: undefined }));
        onEdit?.();
      },
      onBlur: () => setTouched((before) => ({ ...before, [name]: true })),
    }),
    /** Shows every error and moves to the first; whether the form may be sent. */
    check: (form: HTMLFormElement): boolean => {
      setTouched(Object.fromEntries(names.map((name) => [name, true])) as Record<Name, boolean>);
      const first = names.find((name) => errors[name] !== undefined);
      if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return first === undefined;
    },
  };
}
