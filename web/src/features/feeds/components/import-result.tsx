import { useEffect, useRef } from 'react';

import type { OpmlLine } from '@/api/types';
import { counted, numberText } from '@/lib/number';

/** The most lines that are shown; the list of feeds has everything that was added. */
const MAX_SHOWN = 200;

/** The result for each feed of a list, refused ones first. */
export function ImportResult({ lines }: { lines: readonly OpmlLine[] }) {
  // Takes the focus, because the button that had it is gone.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sorted = lines.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null));
  const more = lines.length - MAX_SHOWN;
  return (
    <>
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-sans text-lg tracking-normal focus:outline-none"
      >
        {summary(lines)}
      </h3>
      {lines.length > 0 && (
        <ul
          aria-label="Result for each feed"
          className="divide-y divide-line rounded-control border border-line"
        >
          {sorted.slice(0, MAX_SHOWN).map(({ title, address, isNew, error }, at) => (
            <li key={at} className="grid grid-cols-1 gap-0.5 px-4 py-2.5 text-sm">
              <p dir="auto" className="font-semibold">
                {title || address}
              </p>
              {title && <p className="truncate text-ink-faint">{address}</p>}
              <p className={error === null ? 'text-ink-soft' : 'text-bad'}>
                {error ?? (isNew ? 'Added' : 'Already followed')}
              </p>
            </li>
          ))}
          {more > 0 && (
            <li className="px-4 py-2.5 text-center text-sm text-ink-faint">
              {`and ${numberText(more)} more`}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function summary(lines: readonly OpmlLine[]): string {
  if (lines.length === 0) return 'There are no feeds in this file';
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  const added = lines.filter(({ isNew }) => isNew).length;
  const refused = lines.filter(({ error }) => error !== null).length;
  const first =
    added === 0 ? 'No feeds were added' : `${counted(added, 'feed')} ${was(added)} added`;
  return refused === 0 ? first : `${first}, ${numberText(refused)} could not be`;
}
