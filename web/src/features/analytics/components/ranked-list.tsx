import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { numberText } from '@/lib/number';

type Ranked = {
  key: string;
  name: string;
  matches: number;
  /** Content beside the number, such as its share. */
  note?: ReactNode;
  /** A small chart below the name. */
  chart?: ReactNode;
  /** The target of a click; `about` describes it to screen readers. */
  to?: string;
  about?: string;
};

/** Rows by number of matches, each with a bar scaled to the greatest. */
export function RankedList({ rows, empty }: { rows: readonly Ranked[]; empty: string }) {
  const most = Math.max(1, ...rows.map(({ matches }) => matches));
  if (rows.length === 0) return <p className="text-sm text-ink-soft">{empty}</p>;
  return (
    <ol className="grid max-h-96 grid-cols-1 gap-1 overflow-y-auto">
      {rows.map(({ key, name, matches, note, chart, to, about }) => (
        <li key={key} className="relative rounded-control">
          <span
            aria-hidden
            className="absolute inset-y-0 left-0 rounded-control bg-brand-soft"
            style={{ width: `${(100 * matches) / most}%` }}
          />
          <span className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-2.5 py-1.5 text-sm">
            <Name to={to} about={about}>
              {name}
            </Name>
            <span className="flex items-baseline gap-2 tabular-nums">
              {note}
              <span className="font-semibold">{numberText(matches)}</span>
            </span>
            {chart && <span className="col-span-full mt-1">{chart}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Name({ to, about, children }: { to?: string; about?: string; children: string }) {
  if (!to) {
    return (
      <span dir="auto" className="truncate text-left">
        {children}
      </span>
    );
  }
  return (
    <Link
      dir="auto"
      to={to}
      title={children}
      aria-label={about && `${children}: ${about}`}
      className="truncate rounded-sm text-left font-medium underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
