import { useId } from 'react';

import type { WatchMode } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Details } from '@/components/ui/details';
import { Switch } from '@/components/ui/switch';
import { showUpgrade } from '@/lib/upgrade';

import { filterTexts } from './filter-texts';
import { type Filters, newWatch } from './watch-defaults';

const inQueries = 'A query always matches whole words. Add a * for more, as in art*';

const inProText = (label: string) =>
  `“${label}” is one of the advanced filters, which are part of the Pro plan. You can save the keyword without it.`;

type FilterFieldsProps = {
  mode: WatchMode;
  filters: Filters;
  /** Without Pro, a stricter filter offers an upgrade and changes nothing. */
  isPro: boolean;
  onChange: (filters: Filters) => void;
};

/** The filters of the keyword, collapsed at first. */
export function FilterFields({ mode, filters, isPro, onChange }: FilterFieldsProps) {
  const id = useId();
  return (
    <Details summary="Filters" aside={!isPro && <Badge tone="signal">Pro</Badge>}>
      <ul className="grid gap-3.5">
        {filterTexts.map(({ name, label, hint }) => {
          const idle = name === 'wholeWordOnly' && mode === 'query';
          return (
            <li key={name} className="flex items-center justify-between gap-4">
              <div>
                <label htmlFor={`${id}-${name}`} className="text-sm font-semibold">
                  {label}
                </label>
                <p id={`${id}-${name}-hint`} className="text-sm text-ink-faint">
                  {idle ? inQueries : hint}
                </p>
              </div>
              <Switch
                id={`${id}-${name}`}
                aria-describedby={`${id}-${name}-hint`}
                checked={idle || filters[name]}
                disabled={idle}
                onCheckedChange={(on) =>
                  // A filter left over from an ended Pro plan can be reset.
                  isPro || on === newWatch.filters[name]
                    ? onChange({ ...filters, [name]: on })
                    : showUpgrade('advanced', inProText(label))
                }
              />
            </li>
          );
        })}
      </ul>
    </Details>
  );
}
