import { ChevronDown } from 'lucide-react';

import { numberText } from '@/lib/number';

import { PreviewMatchRow } from './preview-match';
import { MAX_NEAR_MISSES, type NearMiss } from './use-near-misses';

/** Lists items that the watch nearly matches, each with what rejected it, if there are any. */
export function NearMisses({ misses }: { misses: readonly NearMiss[] }) {
  if (misses.length === 0) return null;
  const more = misses.length < MAX_NEAR_MISSES ? '' : ' or more';
  return (
    <details className="group mt-auto shrink-0 border-t border-line">
      <summary className="flex list-none items-center gap-2 px-4 py-3 text-sm font-semibold text-ink-soft [&::-webkit-details-marker]:hidden">
        {`${numberText(misses.length)}${more} near ${misses.length === 1 ? 'miss' : 'misses'}`}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 text-ink-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <ul
        // Focusable, so that the keyboard scrolls it.
        tabIndex={0}
        aria-label="Near misses"
        className="max-h-56 divide-y divide-line overflow-y-auto border-t border-line"
      >
        {misses.map(({ item, spans, reasons }) => (
          <PreviewMatchRow key={item._id} match={{ item, spans }}>
            <ul className="mt-1.5 grid gap-0.5 font-medium text-warn">
              {reasons.map((reason, index) => (
                <li key={index}>{reason}</li>
              ))}
            </ul>
          </PreviewMatchRow>
        ))}
      </ul>
    </details>
  );
}
