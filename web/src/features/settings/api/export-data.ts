import { useMutation } from '@tanstack/react-query';

import { api } from '@/lib/api-client';
import { saveDownload } from '@/lib/download';

/** Fetches all that is stored of the user and hands it to the browser as a file. */
const exportData = () => saveDownload(api.GET('/api/users/export', { parseAs: 'blob' }));

export const useExportData = () => useMutation({ mutationFn: exportData });
