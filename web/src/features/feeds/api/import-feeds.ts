import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { OpmlLine } from '@/api/types';
import { followedFeedsKey } from '@/entities/feed/followed-feeds';
import { api, unwrap } from '@/lib/http/api-client';

import { readOpmlFile } from '../opml-file';
import { opmlParts } from '../opml-parts';

/** Follows every feed of an OPML file, part by part. Finished parts stay if a later one fails. */
export function useImportFeeds() {
  const queryClient = useQueryClient();
  const [lines, setLines] = useState<readonly OpmlLine[]>([]);
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setLines([]);
      for (const text of opmlParts(await readOpmlFile(file))) {
        const part = await unwrap(api.POST('/api/sources/feeds/import', { body: { text } }));
        setLines((before) => [...before, ...part.lines]);
      }
    },
    // Fails at once without a network, so that it can be retried.
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: followedFeedsKey }),
  });
  return { ...mutation, lines };
}
