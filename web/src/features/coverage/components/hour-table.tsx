import type { CoverageHour, ItemKind } from '@/api/types';
import { mostWithinText, spanText } from '@/entities/coverage/coverage-texts';
import { dateTimeText } from '@/entities/coverage/coverage-times';
import { useSession } from '@/lib/http/session';
import { numberText } from '@/lib/number';

import { kindNames } from '../kind-text';

type HourTableProps = {
  kind: ItemKind;
  /** The hours of this kind, oldest first. */
  hours: readonly CoverageHour[];
};

/** A table of the hours, newest first. */
export function HourTable({ kind, hours }: HourTableProps) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const what = kindNames[kind];
  return (
    <div
      role="group"
      aria-label={`${what} by hour`}
      tabIndex={0}
      className="-my-4 max-h-96 overflow-x-auto overflow-y-auto"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{`${what} by hour`}</caption>
        <thead className="text-ink-soft">
          <tr>
            <Head>Hour</Head>
            <Head>{what}</Head>
            <Head>Read</Head>
            <Head>May be missing</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line tabular-nums">
          {[...hours].reverse().map(({ hour, items, p95Seconds, gapSeconds }) => (
            <tr key={hour}>
              <th scope="row" className="py-1.5 pr-4 font-medium whitespace-nowrap">
                {dateTimeText(hour, timeZone)}
              </th>
              <td className="py-1.5 pr-4">{numberText(items)}</td>
              <td className="py-1.5 pr-4 whitespace-nowrap">
                {p95Seconds === null ? '–' : mostWithinText(p95Seconds)}
              </td>
              <td className="py-1.5">{gapSeconds > 0 ? spanText(gapSeconds) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="py-2 pr-4 font-semibold">
      {children}
    </th>
  );
}
