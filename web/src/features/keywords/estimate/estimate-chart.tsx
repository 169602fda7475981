import { clsx } from 'clsx';

import type { DayCount } from '@/api/types';
import { Tooltip } from '@/components/ui/tooltip';
import { longDay } from '@/lib/days';

import { dayText, type FirstDays, narrowDay, searchedOf } from './estimate-texts';

type EstimateChartProps = {
  /** Oldest first, today last. */
  days: readonly DayCount[];
  /** The days with which the known data begins. */
  first: FirstDays;
};

/** A bar for each day, with the same numbers as a table for screen readers. */
export function EstimateChart({ days, first }: EstimateChartProps) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const bars = days.map((day) => {
    const searched = searchedOf(day, first);
    const isKnown = searched === 'whole' || searched === 'part';
    return { ...day, isKnown, text: dayText(day, searched) };
  });
  return (
    <>
      <div className="sr-only">
        <table>
          <caption>Matches per day</caption>
          <tbody>
            {bars.map(({ date, text }) => (
              <tr key={date}>
                <th scope="row">{longDay(date)}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div aria-hidden className="flex h-26 gap-1">
        {bars.map(({ date, count, isKnown, text }, index) => {
          const isToday = index === bars.length - 1;
          return (
            <Tooltip key={date} text={`${longDay(date)}: ${text}`}>
              <div className="group flex min-w-0 flex-1 flex-col gap-1 text-center text-[0.6875rem] leading-none">
                <div className="flex min-h-0 flex-1 flex-col justify-end gap-1">
                  <span className="text-ink-soft">{isKnown ? shortly(count) : '–'}</span>
                  <div
                    className={clsx(
                      'shrink-0 rounded-t-[3px] transition-[height,background-color] duration-300',
                      !isKnown && 'border-b-2 border-dashed border-line-strong/60',
                      isKnown && count === 0 && 'bg-line-strong/50',
                      count > 0 && (isToday ? 'bg-brand' : 'bg-brand/70 group-hover:bg-brand'),
                    )}
                    style={{ height: barHeight(count / most) }}
                  />
                </div>
                <span className={isToday ? 'font-bold text-ink' : 'text-ink-faint'}>
                  {narrowDay(date)}
                </span>
              </div>
            </Tooltip>
          );
        })}
      </div>
    </>
  );
}

/** Returns the height of a bar below its number: a share of the chart, but at least 2px. */
const barHeight = (share: number) => `max(2px, calc((100% - 0.9375rem) * ${share.toFixed(3)}))`;

/** Formats a count as "980", "1.2K" or "12K", since no more fits above a bar. */
const shortly = (count: number) =>
  count < 1_000
    ? String(count)
    : new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 }).format(
        count,
      );
