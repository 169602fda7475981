import { useId } from 'react';

import type { Notification } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

import { kindsOf, type MuteChoice } from './mute-choice';

type MuteChoiceFieldsProps = {
  notification: Notification;
  choice: MuteChoice;
  /** The error of the word. */
  error?: string;
  onEdit: (changes: Partial<MuteChoice>) => void;
};

/** Chooses what to mute of a notification: its author, its place, its thread, or a word. */
export function MuteChoiceFields({ notification, choice, error, onEdit }: MuteChoiceFieldsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">What</legend>
      {kindsOf(notification).map(({ kind, label }) => (
        <label key={kind} className="flex items-center gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            checked={choice.kind === kind}
            onChange={() => onEdit({ kind })}
            className="size-4.5 shrink-0 tick"
          />
          <span className="min-w-0 break-words">{label}</span>
        </label>
      ))}
      {choice.kind === 'word' && (
        <div className="mt-1.5 ml-7.5">
          <Field
            label="Word or phrase"
            error={error}
            hint="Matches whole words, in upper or lower case."
          >
            <Input
              name="word"
              autoFocus
              required
              autoComplete="off"
              maxLength={200}
              value={choice.word}
              onChange={({ target }) => onEdit({ word: target.value })}
            />
          </Field>
        </div>
      )}
    </fieldset>
  );
}
