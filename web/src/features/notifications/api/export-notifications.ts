import { useMutation } from '@tanstack/react-query';

import type { ExportFormat, MatchFilters } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { api } from '@/lib/http/api-client';
import { saveDownload } from '@/lib/http/download';

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
    // Here, so that it is reported also after the screen was left.
    onError: (error) =>
      showFailure('The export failed', error, {
        wanted: 'search',
        // A transfer that breaks off has no text of the server's.
        fallback: 'The connection ended early, and nothing was saved.',
      }),
  });
