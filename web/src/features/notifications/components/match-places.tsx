import type { MatchSpan, Notification } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { excerpt } from '@/lib/highlight';

import { byField } from '../match-fields';

/** Characters that are shown around the first place. */
const EXCERPT = 120;

type MatchPlacesProps = { post: Notification['redditPost']; spans: readonly MatchSpan[] };

/** The words as they stand in a post: of each field the first place, with what is around it. */
export function MatchPlaces({ post, spans }: MatchPlacesProps) {
  return byField(post, spans).map(({ field, text, spans }) => (
    <p key={field} className="mt-1 border-l-2 border-line-strong/50 pl-3 break-words text-ink-soft">
      <Highlighted segments={excerpt(text, spans, EXCERPT)} />
    </p>
  ));
}
