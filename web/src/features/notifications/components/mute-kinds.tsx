import { useId } from 'react';

import type { Notification } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

import { kindsOf, type MuteWish } from '../mute-wish';

type MuteKindsProps = {
  notification: Notification;
  wish: MuteWish;
  /** What is wrong with the word. */
  error?: string;
  onEdit: (changes: Partial<MuteWish>) => void;
};

/** What can be muted of a notification: who wrote it, where it stands, its thread, or a word. */
export function MuteKinds({ notification, wish, error, onEdit }: MuteKindsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">What</legend>
      {kindsOf(notification).map(({ kind, label }) => (
        <label key={kind} className="flex items-center gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            checked={wish.kind === kind}
            onChange={() => onEdit({ kind })}
            className="size-4.5 shrink-0 accent-brand"
          />
          <span className="min-w-0 break-words">{label}</span>
        </label>
      ))}
      {wish.kind === 'word' && (
        <div className="mt-1.5 ml-7.5">
          <Field label="Word or phrase" error={error} hint="Found as whole words, in any case.">
            {(control) => (
              <Input
                {...control}
                name="word"
                autoFocus
                required
                autoComplete="off"
                maxLength={200}
                value={wish.word}
                onChange={({ target }) => onEdit({ word: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  );
}
