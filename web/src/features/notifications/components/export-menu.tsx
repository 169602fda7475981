import { Download } from 'lucide-react';

import type { ExportFormat, MatchFilters } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { showFailure } from '@/lib/failure-toast';

import { useExportNotifications } from '../api/export-notifications';

const formats: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Table (CSV)' },
  { format: 'json', label: 'Document (JSON)' },
  { format: 'ndjson', label: 'Line by line (NDJSON)' },
];

const tellFailure = (error: Error) =>
  showFailure('The export failed', error, {
    wanted: 'search',
    // A transfer that breaks off has no text of the server's.
    fallback: 'The connection ended early, and nothing was saved.',
  });

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
          // A promise outlives the screen, and what is given to `mutate` does not.
          onSelect={() => void exporting.mutateAsync(format).catch(tellFailure)}
        >
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
