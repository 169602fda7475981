import { Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

import { type ChartTable, NumberTable } from '@/components/charts/number-table';
import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { toCsv } from '@/lib/csv';
import { saveFile } from '@/lib/save-file';

type ChartCardProps = {
  title: string;
  table: ChartTable;
  /** Formats the name of a row for people. The file has it as it is. */
  nameOf?: (name: string) => string;
  fileName: string;
  children: ReactNode;
};

/** A chart in its own card, which can be shown as a table and saved as one. */
export function ChartCard({ title, table, nameOf, fileName, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const save = () => {
    const rows = table.rows.map((row) => row.map(String));
    saveFile(new Blob([toCsv([table.head, ...rows])], { type: 'text/csv' }), fileName);
  };
  return (
    <SectionCard
      title={title}
      action={
        <span className="-my-1 flex gap-1">
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Table: ${title}`}
            aria-pressed={asTable}
            aria-controls={id}
            onClick={() => setAsTable(!asTable)}
          >
            <Table2 aria-hidden />
            Table
          </Button>
          <Button variant="ghost" size="sm" aria-label={`CSV: ${title}`} onClick={save}>
            <Download aria-hidden />
            CSV
          </Button>
        </span>
      }
    >
      <div id={id} className="px-5 py-4">
        {asTable ? (
          <div
            role="group"
            aria-label={`${title} as a table`}
            tabIndex={0}
            className="max-h-96 overflow-x-auto overflow-y-auto"
          >
            <NumberTable caption={title} nameOf={nameOf} {...table} />
          </div>
        ) : (
          children
        )}
      </div>
    </SectionCard>
  );
}
