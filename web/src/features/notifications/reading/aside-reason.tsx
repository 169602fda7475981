import { useQuery } from '@tanstack/react-query';

import type { Notification } from '@/api/types';

import { explanationQuery } from '../api/explain-notification';

/** Says which words of a notification led to its being set aside. */
export function AsideReason({ notification }: { notification: Notification }) {
  const words = useQuery(explanationQuery(notification._id)).data?.asideWords;
  const named = words?.map((word) => `“${word}”`).join(', ');
  return (
    // As high while the words are on their way.
    <p className="mt-1.5 min-h-5 text-sm wrap-anywhere text-ink-soft">
      {words && (named ? `Set aside because of ${named}.` : 'Set aside by what was learned then.')}
    </p>
  );
}
