import { ChartFrame } from './chart-frame';
import type { ChartRow } from './number-table';

export type Bar = {
  name: string;
  value: number;
  /** The text at the bar's end, for instance "12 (34%)". */
  label: string;
  /** The cells of its row in the table, after the name. */
  cells: string[];
};

type BarChartProps = { title: string; summary: string; head: string[]; bars: readonly Bar[] };

/** A horizontal bar for each entry, scaled to the greatest value. */
export function BarChart({ title, summary, head, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map(({ name, cells }): ChartRow => [name, ...cells]);
  return (
    <ChartFrame title={title} summary={summary} table={{ head, rows }}>
      <div className="@container">
        <div className="grid gap-2.5 @sm:gap-1">
          {bars.map(({ name, value, label }, at) => (
            // On one line where it fits, with the bar in the middle.
            <div
              key={at}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm @sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_5.5rem]"
            >
              <span dir="auto" className="truncate text-left">
                {name}
              </span>
              <span className="text-right text-ink-soft tabular-nums @sm:order-last">{label}</span>
              <svg
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                className="col-span-full h-2 w-full overflow-hidden rounded-full bg-line @sm:col-span-1"
              >
                <rect width={(100 * value) / most} height="8" className="fill-brand" />
              </svg>
            </div>
          ))}
        </div>
      </div>
    </ChartFrame>
  );
}
