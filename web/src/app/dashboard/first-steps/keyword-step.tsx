import { useQuery } from '@tanstack/react-query';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';

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

// Loaded with the first letter, because few visits need it.
const FirstPreview = lazy(() => import('@/features/keywords/preview/first-preview'));

/** The most suggestions that fit into a step's height, so that they move nothing when they load. */
const MAX_SUGGESTED = 3;

/**
 * The step for a first keyword, typed or chosen from suggestions, with a preview of what it would match. It is
 * watched everywhere.
 */
export function KeywordStep({ watched }: { watched: Watch | undefined }) {
  const [keyword, setKeyword] = useState('');
  const [missing, setMissing] = useState(false);
  const fresh = useNewWatch();
  const save = useSaveWatch(undefined);
  const backfill = useBackfill();
  const refusal = save.error ? refusalOf(save.error) : {};

  const wanted = { ...fresh, keyword: keyword.trim() };

  const choose = (text: string) => {
    setKeyword(text);
    setMissing(false);
    save.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(wanted.keyword === '');
    if (wanted.keyword === '') return;
    save.mutate(wanted, {
      // The first match may exist already.
      onSuccess: backfill.run,
      onError: (error) => void showPlanLimit(error, 'more-keywords'),
    });
  };

  if (watched) {
    return (
      <div className="grid content-start gap-3">
        <p>
          Harken listens for <mark dir="auto">{watched.keyword}</mark>{' '}
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
        <div className="flex flex-wrap gap-2">
          <Input
            value={keyword}
            autoComplete="off"
            placeholder="Your product, a competitor, a topic"
            onChange={({ target }) => choose(target.value)}
            className="flex-1 basis-60"
          />
          <Button type="submit" busy={save.isPending} className="max-sm:flex-1">
            Watch
          </Button>
        </div>
      </Field>
      {wanted.keyword && (
        <Suspense>
          <FirstPreview watch={wanted} isSaving={save.isPending} />
        </Suspense>
      )}
      <Suggestions busy={save.isPending} onChoose={choose} />
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
              aria-label={`Try ${word}`}
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
