import { useMutation } from '@tanstack/react-query';

import { unwrap } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';

import { accountApi } from './account-calls';

/** Fetches all that is stored of the user and hands it to the browser as a file. */
async function exportData(): Promise<void> {
  const call = accountApi.GET('/api/users/export', { parseAs: 'blob' });
  const [document, { response }] = await Promise.all([unwrap(call), call]);
  const [, name] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  // Only the export has a name: anything else is a refusal that a toast has told of.
  if (name) saveFile(document, name);
}

export const useExportData = () => useMutation({ mutationFn: exportData });
