const HEIGHT = 20;
const MARGIN = 1.5;

/** The matches of each day as a line. The table has the same numbers. */
export function TrendLine({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, at) => {
    const y = HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * count) / most;
    return `${at} ${y.toFixed(2)}`;
  });
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, counts.length - 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-5 w-full overflow-visible"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-brand"
      />
    </svg>
  );
}
