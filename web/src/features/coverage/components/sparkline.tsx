import type { CoverageDay } from '@/api/types';

import { waitsText } from '../day-texts';

const HEIGHT = 10;
const MARGIN = 1;

/** A line of the time it took to read 95% of each day; days without items interrupt it. */
export function Sparkline({ days }: { days: readonly CoverageDay[] }) {
  const text = waitsText(days);
  if (text === null) return <div className="h-6" />;
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-6 w-full overflow-visible"
    >
      <title>{text}</title>
      <path
        d={pathOf(days.map(({ p95Seconds }) => p95Seconds))}
        fill="none"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
      />
    </svg>
  );
}

/** Returns the line's path. The scale is logarithmic: delays range from seconds to hours. */
function pathOf(values: readonly (number | null)[]): string {
  const scaled = values.map((value) => (value === null ? null : Math.log1p(value)));
  const most = Math.max(1, ...scaled.map((value) => value ?? 0));
  return scaled
    .map((value, at) => {
      if (value === null) return '';
      const x = at + 0.5;
      const y = HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * value) / most;
      // An isolated day is a dot: a line of zero length with round caps.
      const isNew = at === 0 || scaled[at - 1] === null;
      return isNew ? `M${x} ${y.toFixed(2)}h0` : `L${x} ${y.toFixed(2)}`;
    })
    .join('');
}
