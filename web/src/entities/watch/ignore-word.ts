import { api, unwrap } from '@/lib/http/api-client';

/** Chooses whether a word counts against the matches of a watch. */
export const ignoreWord = (id: string, word: string, ignored: boolean) =>
  unwrap(
    api.PUT('/api/keywords/{id}/ignored-words', {
      params: { path: { id } },
      body: { word, ignored },
    }),
  );
