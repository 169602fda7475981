import { useMutation } from '@tanstack/react-query';

import { api } from '@/lib/api-client';
import { saveDownload } from '@/lib/download';
import { showFailure } from '@/lib/failure-toast';

/** Fetches all that is stored of the user and hands it to the browser as a file. */
const exportData = () => saveDownload(api.GET('/api/users/export', { parseAs: 'blob' }));

export const useExportData = () =>
  useMutation({
    mutationFn: exportData,
    // Here, so that it is told also after the screen was left.
    onError: (error) => showFailure('Your data could not be exported', error),
  });
