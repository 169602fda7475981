import { Alert } from './alert';

export type FormFailureProps = { text: string | null; error: unknown };

/** Says above the fields of a form why it could not be sent, if it could not. */
export function FormFailure({ text, error }: FormFailureProps) {
  if (!text) return null;
  return (
    <Alert tone="error" error={error}>
      {text}
    </Alert>
  );
}
