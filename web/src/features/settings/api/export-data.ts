import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';
import { api } from '@/lib/http/api-client';
import { saveDownload } from '@/lib/http/download';

/** Saves everything that is stored about the user as a file. */
const exportData = () => saveDownload(api.GET('/api/users/export', { parseAs: 'blob' }));

export const useExportData = () =>
  useMutation({
    mutationFn: exportData,
    // Here, so that it is reported even after the screen has been left.
    onError: (error) => showFailure('Your data could not be exported', error),
  });
