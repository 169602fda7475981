import { useId } from 'react';

type BackfillOptionProps = {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

/** Chooses whether saving the watch adds its matches of the last 24 hours. */
export function BackfillOption({ checked, disabled, onChange }: BackfillOptionProps) {
  const id = useId();
  return (
    <div className="grid basis-full grid-cols-[auto_1fr] items-start gap-x-3 text-sm sm:mr-auto sm:basis-auto">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4.5 tick"
      />
      <label htmlFor={id}>Add matches from the last 24 hours</label>
      <p id={`${id}-hint`} className="col-start-2 text-ink-faint">
        No alerts are sent for these.
      </p>
    </div>
  );
}
