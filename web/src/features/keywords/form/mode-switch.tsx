import { useId } from 'react';

import type { WatchMode } from '@/api/types';
import { Badge } from '@/components/ui/badge';

const modes: { value: WatchMode; label: string }[] = [
  { value: 'literal', label: 'Keyword' },
  { value: 'query', label: 'Query' },
];

type ModeSwitchProps = {
  mode: WatchMode;
  /** Without Pro, queries can be previewed but not saved. */
  isPro: boolean;
  onChange: (mode: WatchMode) => void;
};

/** Chooses whether the text is matched literally or parsed as a query. */
export function ModeSwitch({ mode, isPro, onChange }: ModeSwitchProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">What to look for</legend>
      <div className="@container">
        <div className="grid grid-cols-2 gap-1 @max-[13rem]:grid-cols-1 rounded-control border border-line bg-sunken p-1">
          {modes.map(({ value, label }) => (
            <label
              key={value}
              className="relative flex h-9 cursor-pointer items-center justify-center gap-2 rounded-lg text-sm font-semibold text-ink-soft transition-colors hover:text-ink has-checked:bg-brand-soft has-checked:text-brand-text has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={mode === value}
                onChange={() => onChange(value)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
              />
              {label}
              {value === 'query' && !isPro && <Badge tone="signal">Pro</Badge>}
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
