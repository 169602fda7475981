import { useId } from 'react';

import { Switch } from './switch';

type SwitchFieldProps = {
  label: string;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A labelled switch in a form. */
export function SwitchField({ label, hint, checked, disabled, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm break-words text-ink-faint">
          {hint}
        </p>
      </div>
      {/* Contains the switch's hidden input, which would otherwise be at the page's edge. */}
      <span className="relative flex shrink-0">
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={checked}
          disabled={disabled}
          onCheckedChange={onChange}
        />
      </span>
    </div>
  );
}
