import { Check, Plus } from 'lucide-react';

import type { useSources } from './use-sources';

type SourceChipsProps = {
  sources: ReturnType<typeof useSources>;
  /** Why the server refused them. */
  refused: string | undefined;
};

/** The sources that a keyword listens to, each a box to tick; nothing where Reddit is the only one. */
export function SourceChips({ sources, refused }: SourceChipsProps) {
  const { options, keptLast, toggle } = sources;
  if (options.length < 2) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold text-ink">Sources</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ source, name, on }) => {
          const Icon = on ? Check : Plus;
          return (
            <label
              key={source}
              className="relative inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface py-1 pr-4 pl-3 text-sm font-semibold text-ink-soft transition-colors hover:text-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-text has-disabled:cursor-default has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
            >
              <input
                type="checkbox"
                checked={on}
                onChange={() => toggle(source)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
              />
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          );
        })}
      </div>
      <p role="status" className={keptLast ? 'mt-1.5 text-sm text-ink-soft' : 'sr-only'}>
        {keptLast ? 'A keyword listens to at least one source. Turn on another one first.' : ''}
      </p>
      {refused && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {refused}
        </p>
      )}
    </fieldset>
  );
}
