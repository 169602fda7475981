import type { Notification } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { excerpt } from '@/lib/highlight';

import { byField } from './match-fields';

/** The number of characters shown of a field. */
const EXCERPT = 80;

/** Shows matches outside of the card's own text: the flair, a link's address, the author. */
export function MatchElsewhere({ notification }: { notification: Notification }) {
  const found = byField(notification.redditPost, notification.matches);
  const elsewhere = found.filter(({ field }) => field !== 'title' && field !== 'body');
  const also = elsewhere.length < found.length;
  return elsewhere.map(({ field, name, text, spans }) => (
    <p key={field} className="mt-1.5 text-sm break-words text-ink-faint">
      {`${also ? 'Also matched' : 'Matched'} in ${name}: `}
      <bdi>
        <Highlighted segments={excerpt(text, spans, EXCERPT)} />
      </bdi>
    </p>
  ));
}
