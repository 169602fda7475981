import { Download } from 'lucide-react';

import type { ExportFormat, MatchFilters } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';

import { useExportNotifications } from '../api/export-notifications';

const formats: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Table (CSV)' },
  { format: 'json', label: 'Document (JSON)' },
  { format: 'ndjson', label: 'Line by line (NDJSON)' },
];

/** Saves the listed notifications as a file. */
export function ExportMenu({ filters }: { filters: MatchFilters }) {
  const exporting = useExportNotifications(filters);
  return (
    <Dropdown
      trigger={
        <Button variant="ghost" size="sm" busy={exporting.isPending}>
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <DropdownItem key={format} onSelect={() => exporting.mutate(format)}>
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
