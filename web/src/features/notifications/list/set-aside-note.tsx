import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { WatchSetAside } from '@/api/types';
import { ignoreWord } from '@/entities/watch/ignore-word';
import { setAsideQuery, setAsideText } from '@/entities/watch/set-aside';
import { showFailure } from '@/lib/failure-toast';

import { explanations } from '../api/explain-notification';
import { WordButtons } from '../reading/word-buttons';

/** Says how much is set aside of all keywords, and how much of it is relevant at most. */
export function SetAsideNote() {
  const { data, isPending } = useQuery(setAsideQuery());
  const all = data?.watches.filter(({ setAside, shown }) => setAside + shown > 0) ?? [];
  return (
    <div className="grid gap-1 px-1 text-sm text-ink-soft">
      <p>
        These are probably not relevant, by what you marked as not relevant and what you opened.
        They are in digests, and cause no alert of their own.
      </p>
      {isPending && <p className="h-5" />}
      {all.map((watch) => (
        <p key={watch.watchId}>
          <b className="font-semibold">{watch.keyword}</b>: {setAsideText(watch)}
          <IgnoredWords watch={watch} />
        </p>
      ))}
    </div>
  );
}

/** The words that no longer count, each of which can be counted again. */
function IgnoredWords({ watch: { watchId, ignoredWords } }: { watch: WatchSetAside }) {
  const queryClient = useQueryClient();
  const count = useMutation({
    mutationFn: (word: string) => ignoreWord(watchId, word, false),
    onError: (error) => showFailure('The word is still ignored', error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: explanations });
      void queryClient.invalidateQueries({ queryKey: setAsideQuery().queryKey });
    },
  });
  if (ignoredWords.length === 0) return null;
  return (
    <>
      {' Ignored: '}
      <WordButtons
        words={ignoredWords}
        does="count this word again"
        disabled={count.isPending}
        onPress={(word) => count.mutate(word)}
      />
      .
    </>
  );
}
