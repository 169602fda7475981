import { shortDay } from '@/lib/days';

const HEIGHT = 120;
/** The width of a column and the gap after it. */
const STEP = 10;
const WIDTH = 7.5;

export type StackedPart<Part extends string> = {
  part: Part;
  name: string;
  fill: string;
  dot: string;
};

type StackedColumn<Part extends string> = Record<Part, number> & { day: string };

type StackedColumnsProps<Part extends string, Column extends StackedColumn<Part>> = {
  columns: readonly Column[];
  /** The parts of a column, from the bottom. */
  parts: readonly StackedPart<Part>[];
  /** Describes a column to who points at it. */
  titleOf?: (column: Column) => string;
  /** The height of the chart, as a class. */
  className: string;
};

/** A column for each day or week, split into parts, with the first and the last day and a legend. */
export function StackedColumns<Part extends string, Column extends StackedColumn<Part>>({
  columns,
  parts,
  titleOf,
  className,
}: StackedColumnsProps<Part, Column>) {
  const heightOf = (column: Column, shown: readonly StackedPart<Part>[]) =>
    shown.reduce((sum, { part }) => sum + column[part], 0);
  const most = Math.max(1, ...columns.map((column) => heightOf(column, parts)));
  const [first, last] = [columns.at(0), columns.at(-1)];
  return (
    <>
      <svg
        viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`w-full border-b border-line-strong ${className}`}
      >
        {columns.map((column, at) => (
          <g key={column.day}>
            {titleOf && <title>{titleOf(column)}</title>}
            {/* Makes the whole height above a day react to the pointer. */}
            <rect x={at * STEP} width={STEP} height={HEIGHT} fill="transparent" />
            {parts.map(({ part, fill }, nth) => (
              <rect
                key={part}
                x={at * STEP + (STEP - WIDTH) / 2}
                y={HEIGHT - (HEIGHT * heightOf(column, parts.slice(0, nth + 1))) / most}
                width={WIDTH}
                height={(HEIGHT * column[part]) / most}
                className={fill}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{first && shortDay(first.day)}</span>
        <span>{last && last !== first && shortDay(last.day)}</span>
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft [print-color-adjust:exact]">
        {parts.map(({ part, name, dot }) => (
          <span key={part} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-full ${dot}`} />
            {name}
          </span>
        ))}
      </p>
    </>
  );
}
