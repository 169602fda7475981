import { useMutation } from '@tanstack/react-query';

import type { ExportFormat, MatchFilters } from '@/api/types';
import { api } from '@/lib/api-client';
import { saveDownload } from '@/lib/download';

/** Saves the notifications that pass the filters as a file. */
export const useExportNotifications = (filters: MatchFilters) =>
  useMutation({
    mutationFn: (format: ExportFormat) =>
      saveDownload(
        api.GET('/api/notifications/export', {
          params: { query: { ...filters, format } },
          parseAs: 'blob',
        }),
      ),
  });
