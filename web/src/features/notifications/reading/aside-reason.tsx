import { useQuery } from '@tanstack/react-query';

import type { ExplanationAnswer, Notification } from '@/api/types';

import { explanationQuery } from '../api/explain-notification';
import { useIgnoreWord } from '../api/ignore-word';
import { WordButtons } from './word-buttons';

type AsideReasonProps = {
  notification: Notification;
  /** Takes the notification back. */
  onBack: () => void;
};

/**
 * Says which words of a notification, or whose opinion, led to its being set aside. A word can be ignored from
 * now on, and the notification comes back if the others do not suffice.
 */
export function AsideReason({ notification, onBack }: AsideReasonProps) {
  const explained = useQuery(explanationQuery(notification._id)).data;
  const { mutate, isPending } = useIgnoreWord(notification);
  const words = explained?.asideReason === null ? explained.asideWords : [];
  return (
    // As high while the words are on their way.
    <p className="mt-1.5 min-h-5 text-sm wrap-anywhere text-ink-soft">
      {words.length > 0 && 'Set aside because of '}
      <WordButtons
        words={words}
        does="ignore this word from now on"
        disabled={isPending}
        onPress={(word) =>
          mutate(word, { onSuccess: ({ asideWords }) => asideWords.length === 0 && onBack() })
        }
      />
      {words.length > 0 && '.'}
      {explained && words.length === 0 && asideText(explained)}
    </p>
  );
}

function asideText({ asideReason }: ExplanationAnswer): string {
  if (asideReason) return `Set aside by a language model, which wrote: “${asideReason}”`;
  if (asideReason === '') return 'Set aside by a language model.';
  return 'Set aside by what was learned then.';
}
