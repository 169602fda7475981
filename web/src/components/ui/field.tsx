import { type ReactNode, useId } from 'react';

import { ControlContext } from './control';

type FieldProps = {
  label: string;
  error?: string;
  hint?: ReactNode;
  /** The control, one that calls `useControl`. */
  children: ReactNode;
};

/** A labelled control with its hint and error, both announced with it. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const control = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
      </label>
      <ControlContext value={control}>{children}</ControlContext>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
