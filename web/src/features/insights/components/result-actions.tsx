import { Download, Printer, Trash2 } from 'lucide-react';

import type { InsightsResult } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { saveFile } from '@/lib/save-file';

import { fileName } from '../export/file-name';
import { resultCsv } from '../export/result-csv';
import { useClear } from '../use-clear';

type ResultActionsProps = {
  result: InsightsResult;
  /** Whether the result is stored; what demo mode shows is not. */
  clearable: boolean;
};

/** The actions for a whole result. */
export function ResultActions({ result, clearable }: ResultActionsProps) {
  const { clear, isPending } = useClear();
  const save = (kind: 'csv' | 'json', content: string) => {
    const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
    saveFile(new Blob([content], { type }), fileName(result, kind));
  };
  return (
    <div className="flex flex-wrap gap-2.5 print:hidden">
      <Dropdown
        trigger={
          <Button variant="secondary" size="sm">
            <Download aria-hidden />
            Export
          </Button>
        }
      >
        <DropdownItem onSelect={() => save('csv', resultCsv(result))}>CSV</DropdownItem>
        <DropdownItem onSelect={() => save('json', `${JSON.stringify(result, null, 2)}\n`)}>
          JSON
        </DropdownItem>
      </Dropdown>
      <Button variant="secondary" size="sm" onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      {clearable && (
        <Button variant="secondary" size="sm" busy={isPending} onClick={clear}>
          {!isPending && <Trash2 aria-hidden />}
          Clear Insights
        </Button>
      )}
    </div>
  );
}
