import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';

/** Fetches all that is stored of the user and hands it to the browser as a file. */
async function exportData(): Promise<void> {
  const call = api.GET('/api/users/export', { parseAs: 'blob' });
  const [document, { response }] = await Promise.all([unwrap(call), call]);
  const [, name] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  // Only the export has a name: anything else is a refusal that a toast has told of.
  if (name) saveFile(document, name);
}

export const useExportData = () => useMutation({ mutationFn: exportData });
