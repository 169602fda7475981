import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';
import { api } from '@/lib/http/api-client';
import { saveDownload } from '@/lib/http/download';

/** Fetches all that is stored of the user and hands it to the browser as a file. */
const exportData = () => saveDownload(api.GET('/api/users/export', { parseAs: 'blob' }));

export const useExportData = () =>
  useMutation({
    mutationFn: exportData,
    // Here, so that it is reported also after the screen was left.
    onError: (error) => showFailure('Your data could not be exported', error),
  });
