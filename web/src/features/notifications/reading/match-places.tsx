import type { MatchSpan, Notification } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { excerpt } from '@/lib/highlight';

import { byField } from './match-fields';

/** The number of characters shown around the first match. */
const EXCERPT = 120;

type MatchPlacesProps = { post: Notification['redditPost']; spans: readonly MatchSpan[] };

/** Shows the first match in each field of a post, with the text around it. */
export function MatchPlaces({ post, spans }: MatchPlacesProps) {
  return byField(post, spans).map(({ field, text, spans }) => (
    <p key={field} dir="auto" className="mt-1 border-s-2 border-line-strong/50 ps-3 text-ink-soft">
      <Highlighted segments={excerpt(text, spans, EXCERPT)} />
    </p>
  ));
}
