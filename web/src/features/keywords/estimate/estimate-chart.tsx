import { clsx } from 'clsx';

import type { DayCount } from '@/api/types';
import { Tooltip } from '@/components/ui/tooltip';
import { matchCountText } from '@/entities/watch/match-count';

import { longDay, narrowDay, searchedOf } from './estimate-texts';

type EstimateChartProps = {
  /** Oldest first, today last. */
  days: readonly DayCount[];
  /** The day at which the search ended before it had them all; the ones before are not known. */
  firstDay: string | null;
};

/** A bar for each day, with the same numbers as a table for who does not see them. */
export function EstimateChart({ days, firstDay }: EstimateChartProps) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const bars = days.map((day) => ({ ...day, searched: searchedOf(day, firstDay) }));
  const texts = bars.map(({ count, searched }) =>
    searched === 'not'
      ? 'not searched'
      : `${matchCountText(count)}${searched === 'part' ? ', searched in part' : ''}`,
  );
  return (
    <>
      <div className="sr-only">
        <table>
          <caption>Matches per day</caption>
          <tbody>
            {days.map(({ date }, index) => (
              <tr key={date}>
                <th scope="row">{longDay(date)}</th>
                <td>{texts[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div aria-hidden className="flex h-26 gap-1">
        {bars.map(({ date, count, searched }, index) => {
          const isToday = index === bars.length - 1;
          return (
            <Tooltip key={date} text={`${longDay(date)}: ${texts[index] ?? ''}`}>
              <div className="group flex min-w-0 flex-1 flex-col gap-1 text-center text-[0.6875rem] leading-none">
                <div className="flex min-h-0 flex-1 flex-col justify-end gap-1">
                  <span className="text-ink-soft">{searched === 'not' ? '–' : shortly(count)}</span>
                  <div
                    className={clsx(
                      'shrink-0 rounded-t-[3px] transition-[height,background-color] duration-300',
                      searched === 'not' && 'border-b-2 border-dashed border-line-strong/60',
                      searched !== 'not' && count === 0 && 'bg-line-strong/50',
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

/** Of the room under the number; a day without any keeps a line to stand on. */
const barHeight = (share: number) => `max(2px, calc((100% - 0.9375rem) * ${share.toFixed(3)}))`;

/** "980", "1.2K", "12K": there is no room for more over a bar. */
const shortly = (count: number) =>
  count < 1_000
    ? String(count)
    : new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 }).format(
        count,
      );
