import { type ReactNode, useId, useState } from 'react';

import { Button } from '@/components/ui/button';

import { ChartImage } from './chart-image';
import { type ChartTable, NumberTable } from './number-table';

type ChartFrameProps = {
  title: string;
  /** A sentence that describes the chart: the only text of it for screen readers. */
  summary: string;
  table: ChartTable;
  children: ReactNode;
};

/** A chart with its heading, which can be shown as a table of the same numbers. */
export function ChartFrame({ title, summary, table, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={`${id}-title`} className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span id={`${id}-title`} className="font-semibold">
          {title}
        </span>
        <Button
          variant="link"
          aria-expanded={asTable}
          aria-controls={`${id}-table`}
          onClick={() => setAsTable(!asTable)}
          className="text-sm print:hidden"
        >
          {asTable ? 'Show chart' : 'Show table'}
          <span className="sr-only">{`: ${title}`}</span>
        </Button>
      </figcaption>
      {!asTable && <ChartImage text={summary}>{children}</ChartImage>}
      {/* A table with a column for each day of the week is wider than a phone. */}
      <div
        id={`${id}-table`}
        hidden={!asTable}
        role="group"
        aria-label={`${title} as a table`}
        tabIndex={0}
        className="overflow-x-auto"
      >
        {asTable && <NumberTable caption={title} {...table} />}
      </div>
    </figure>
  );
}
