import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import type { Watch } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { BackfillNote } from '@/features/keywords/backfill/backfill-note';
import { useBackfill } from '@/features/keywords/backfill/use-backfill';
import { useSaveWatch } from '@/features/keywords/form/save-watch';
import { useNewWatch } from '@/features/keywords/form/use-new-watch';
import { refusalOf } from '@/features/keywords/form/watch-refusal';
import { examples } from '@/features/keywords/list/examples';
import { inPlaces } from '@/lib/places';
import { showPlanLimit } from '@/lib/upgrade';

import { suggestedKeywordsQuery } from './first-steps-calls';

/** The most suggestions that fit without crowding out the field. */
const MAX_SUGGESTED = 5;

/** The step for a first keyword, typed or chosen from suggestions. It is watched everywhere. */
export function KeywordStep({ watched }: { watched: Watch | undefined }) {
  const [keyword, setKeyword] = useState('');
  const [missing, setMissing] = useState(false);
  const fresh = useNewWatch();
  const save = useSaveWatch(undefined);
  const backfill = useBackfill();
  const refusal = save.error ? refusalOf(save.error) : {};

  const add = (text: string) => {
    const wanted = text.trim();
    setMissing(wanted === '');
    if (!wanted) return;
    save.mutate(
      { ...fresh, keyword: wanted },
      {
        // The first match may exist already.
        onSuccess: backfill.run,
        onError: (error) => void showPlanLimit(error, 'more-keywords'),
      },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    add(keyword);
  };

  if (watched) {
    return (
      <div className="grid content-start gap-3">
        <p>
          Harken listens for <mark className="break-words">{watched.keyword}</mark>{' '}
          {inPlaces(watched.subreddits)}.
        </p>
        <BackfillNote backfill={backfill} />
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-4">
      {refusal.other && (
        <Alert tone="error" error={save.error}>
          {refusal.other}
        </Alert>
      )}
      <Field
        label="What should Harken listen for?"
        error={missing ? 'Keyword is required' : refusal.keyword}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={keyword}
              autoComplete="off"
              placeholder="Your product, a competitor, a topic"
              onChange={({ target }) => {
                setKeyword(target.value);
                setMissing(false);
                save.reset();
              }}
            />
            <Button type="submit" busy={save.isPending}>
              Watch
            </Button>
          </div>
        )}
      </Field>
      <Suggestions busy={save.isPending} onChoose={add} />
    </form>
  );
}

type SuggestionsProps = { busy: boolean; onChoose: (keyword: string) => void };

function Suggestions({ busy, onChoose }: SuggestionsProps) {
  const { data, isPending } = useQuery(suggestedKeywordsQuery);
  if (isPending) return null;
  const isTalk = data !== undefined && data.length > 0;
  // Without current topics, fall back to words that are always in use somewhere.
  const words = isTalk ? data.slice(0, MAX_SUGGESTED) : examples.map(({ keyword }) => keyword);
  return (
    <div role="group" aria-label="Suggestions" className="grid gap-2">
      <p className="text-sm text-ink-faint">{isTalk ? 'Popular right now:' : 'For example:'}</p>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word}>
            <button
              type="button"
              aria-label={`Watch ${word}`}
              disabled={busy}
              onClick={() => onChoose(word)}
              className="rounded-full border border-line bg-canvas px-3 py-1.5 text-sm font-medium hover:border-brand disabled:opacity-55"
            >
              {word}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
