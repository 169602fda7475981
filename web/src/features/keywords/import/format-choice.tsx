import { useId } from 'react';

import { type ImportFormat, importFormats } from './import-format';

type FormatChoiceProps = { format: ImportFormat; onChoose: (format: ImportFormat) => void };

/** Chooses the format of the text, each shown with an example. */
export function FormatChoice({ format, onChoose }: FormatChoiceProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Format</legend>
      <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
        {importFormats.map(({ value, label, hint, example }) => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-1 content-start gap-1.5 rounded-control border border-line p-3.5 text-sm transition-colors hover:border-line-strong has-checked:border-brand has-checked:bg-brand-soft/40"
          >
            <span className="flex items-center gap-2.5 font-semibold">
              <input
                type="radio"
                name={`${id}-format`}
                value={value}
                checked={format === value}
                aria-label={label}
                aria-describedby={`${id}-${value}`}
                onChange={() => onChoose(value)}
                className="size-4.5 shrink-0 tick"
              />
              {label}
            </span>
            <span id={`${id}-${value}`} className="text-ink-soft">
              {hint}
            </span>
            <code className="overflow-x-auto rounded-md bg-sunken px-2.5 py-1.5 font-mono text-xs whitespace-pre text-ink-soft">
              {example}
            </code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
