import { ChartFrame } from './chart-frame';

export type Bar = {
  name: string;
  value: number;
  /** What stands at its end, for instance "12 (34%)". */
  label: string;
  /** What the table says of it, by column. */
  cells: string[];
};

type BarChartProps = { title: string; summary: string; head: string[]; bars: readonly Bar[] };

/** A bar across for each, as long as its value beside the greatest. */
export function BarChart({ title, summary, head, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map(({ name, cells }) => [name, ...cells]);
  return (
    <ChartFrame title={title} summary={summary} table={{ head, rows }}>
      <div className="grid gap-2.5">
        {bars.map(({ name, value, label }, at) => (
          <div key={at} className="text-sm">
            <p className="flex justify-between gap-3">
              <span className="truncate">{name}</span>
              <span className="shrink-0 text-ink-soft tabular-nums">{label}</span>
            </p>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="mt-1 h-2 w-full overflow-hidden rounded-full bg-line"
            >
              <rect width={(100 * value) / most} height="8" className="fill-brand" />
            </svg>
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}
