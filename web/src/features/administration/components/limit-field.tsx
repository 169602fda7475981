import type { InstanceSettings } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { numberText } from '@/lib/number';

import { CONFIGURED_TEXT, limitError } from '../settings-edits';

type LimitFieldProps = {
  label: string;
  setting: InstanceSettings['accounts'];
  /** The typed text; undefined until something is typed. */
  edited: string | undefined;
  onEdit: (typed: string) => void;
};

/** Edits a limit and shows how much of it is in use. */
export function LimitField({ label, setting, edited, onEdit }: LimitFieldProps) {
  const { limit, used, isConfigured } = setting;
  const inUse = `${numberText(used)} in use.`;
  return (
    <Field
      label={label}
      error={limitError(edited)}
      hint={isConfigured ? `${inUse} ${CONFIGURED_TEXT}` : inUse}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        placeholder="No limit"
        disabled={isConfigured}
        value={edited ?? limit?.toString() ?? ''}
        onChange={({ target }) => onEdit(target.value)}
      />
    </Field>
  );
}
