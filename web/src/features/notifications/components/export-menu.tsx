import { Download } from 'lucide-react';

import type { ExportFormat, MatchFilters } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { errorText, RateLimitedError } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

import { useExportNotifications } from '../api/export-notifications';

const formats: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Table (CSV)' },
  { format: 'json', label: 'Document (JSON)' },
  { format: 'ndjson', label: 'Line by line (NDJSON)' },
];

function tellFailure(error: Error) {
  if (showPlanLimit(error, 'search') || error instanceof RateLimitedError) return;
  // A transfer that breaks off has no text of the server's.
  const text = errorText(error, 'The connection ended early, and nothing was saved.');
  showToast({ type: 'error', title: 'The export failed', text });
}

/** Saves what is listed as a file. */
export function ExportMenu({ filters }: { filters: MatchFilters }) {
  const exporting = useExportNotifications(filters);
  return (
    <Dropdown
      trigger={
        <Button look="ghost" size="sm" busy={exporting.isPending}>
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <DropdownItem
          key={format}
          onSelect={() => exporting.mutate(format, { onError: tellFailure })}
        >
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
