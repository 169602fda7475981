import { useQuery } from '@tanstack/react-query';

import type { ExplanationAnswer, Notification } from '@/api/types';

import { explanationQuery } from '../api/explain-notification';

/** Says which words of a notification, or whose opinion, led to its being set aside. */
export function AsideReason({ notification }: { notification: Notification }) {
  const explained = useQuery(explanationQuery(notification._id)).data;
  return (
    // As high while the words are on their way.
    <p className="mt-1.5 min-h-5 text-sm wrap-anywhere text-ink-soft">
      {explained && asideText(explained)}
    </p>
  );
}

function asideText({ asideWords, asideReason }: ExplanationAnswer): string {
  if (asideReason) return `Set aside by a language model, which wrote: “${asideReason}”`;
  if (asideReason === '') return 'Set aside by a language model.';
  const named = asideWords.map((word) => `“${word}”`).join(', ');
  return named ? `Set aside because of ${named}.` : 'Set aside by what was learned then.';
}
