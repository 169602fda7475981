import { useMutation } from '@tanstack/react-query';

import type { ExportFormat, MatchFilters } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { api } from '@/lib/http/api-client';
import { saveDownload } from '@/lib/http/download';

/** Saves the notifications that match the filters as a file. */
export const useExportNotifications = (filters: MatchFilters) =>
  useMutation({
    mutationFn: (format: ExportFormat) =>
      saveDownload(
        api.GET('/api/notifications/export', {
          params: { query: { ...filters, format } },
          parseAs: 'blob',
        }),
      ),
    // Here, so that it is reported even after the screen is closed.
    onError: (error) =>
      showFailure('The export failed', error, {
        wanted: 'search',
        // An interrupted transfer has no message from the server.
        fallback: 'The connection ended early, and nothing was saved.',
      }),
  });
