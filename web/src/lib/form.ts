import { type FocusEvent, type SubmitEvent, useState } from 'react';

import { afterClick } from './after-click';
import { ApiError, formErrorText, RateLimitedError } from './http/api-error';

type Texts<Name extends string> = Partial<Record<Name, string>>;

type FormOptions<Name extends string> = {
  initial: Record<Name, string>;
  /** Returns the error of each invalid field. */
  validate: (values: Record<Name, string>) => Texts<Name>;
  /** Called when the user types in any field. */
  onEdit?: () => void;
};

/** Why a form could not be sent, if a field does not say so. */
type Failure = { text: string | null; error: unknown };

const none: Failure = { text: null, error: null };

/**
 * Manages a form of text fields. A field's error is shown once the field has been left, or once the
 * form was sent.
 */
export function useForm<Name extends string>({ initial, validate, onEdit }: FormOptions<Name>) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<Name, true>>>({});
  const [refused, setRefused] = useState<Texts<Name>>({});
  const [failure, setFailure] = useState<Failure>(none);
  const names = Object.keys(initial) as Name[];
  const errors = validate(values);

  /** Shows every error, focuses the first and returns whether the form may be sent. */
  const check = (form: HTMLFormElement): boolean => {
    setTouched(Object.fromEntries(names.map((name) => [name, true])) as typeof touched);
    const first = names.find((name) => errors[name] !== undefined);
    if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first === undefined;
  };

  return {
    values,
    /** Sets field errors from the server; each is cleared when its field is edited. */
    setRefused,
    /** Returns the error to show below a field. */
    error: (name: Name) => (touched[name] ? (errors[name] ?? refused[name]) : undefined),
    /** Returns the props of the input. */
    input: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => {
        setValues((before) => ({ ...before, [name]: event.target.value }));
        setRefused((before) => ({ ...before, [name]: undefined }));
        setFailure(none);
        onEdit?.();
      },
      onBlur: ({ target }: FocusEvent) => {
        // The field keeps the focus while another window is used.
        if (target === document.activeElement) return;
        afterClick(() => setTouched((before) => ({ ...before, [name]: true })));
      },
    }),
    /** Resets the form. */
    clear: () => {
      setValues(initial);
      setTouched({});
      setRefused({});
      setFailure(none);
    },
    check,
    /** Returns a handler of the form's `submit` event that calls `send` if all fields are valid. */
    onSubmit: (send: () => unknown) => (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      setFailure(none);
      if (check(event.currentTarget)) send();
    },
    /** The failure to show above the fields, until one of them is edited. */
    failure,
    /**
     * Shows why the form could not be sent: at the fields that the server refuses, and above them by
     * the server's text or `fallback`. A rate limit is left to the layout's toast.
     */
    fail: (error: unknown, fallback: string) => {
      if (error instanceof RateLimitedError) return;
      if (error instanceof ApiError) setRefused(error.fields as Texts<Name>);
      setFailure({ text: formErrorText(error, fallback), error });
    },
  };
}
