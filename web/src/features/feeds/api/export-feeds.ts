import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';
import { api } from '@/lib/http/api-client';
import { saveDownload } from '@/lib/http/download';

/** Saves the list of followed feeds as an OPML file. */
export const useExportFeeds = () =>
  useMutation({
    mutationFn: () => saveDownload(api.GET('/api/sources/feeds/export', { parseAs: 'blob' })),
    onError: (error) => showFailure('Your feeds could not be exported', error),
  });
