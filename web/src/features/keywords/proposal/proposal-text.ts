import type { ProposedChange, WatchProposal } from '@/api/types';
import { counted, numberText } from '@/lib/number';
import { authorLabel, placeLabel } from '@/lib/places';

const filters: Record<Exclude<ProposedChange['kind'], 'word' | 'subreddit' | 'author'>, string> = {
  postsOnly: 'matching posts only',
  commentsOnly: 'matching comments only',
  titlesOnly: 'matching titles only',
  wholeWords: 'matching whole words only',
  caseSensitive: 'matching capitals exactly',
  minScore: 'asking for a score of at least',
};

/** Describes a change, such as “excluding “giveaway””. `places` are the watch's. */
function changeText({ kind, value }: ProposedChange, places: readonly string[]): string {
  switch (kind) {
    case 'word':
      return `excluding “${value}”`;
    case 'subreddit':
      return `excluding ${placeLabel(value)}`;
    case 'author':
      return `excluding ${authorLabel(value, places[0] ?? 'all')}`;
    case 'minScore':
      return `${filters[kind]} ${value}`;
    default:
      return filters[kind];
  }
}

/** Returns “3 matches were not relevant. Excluding “giveaway” would drop them.” */
export function proposalText(proposal: WatchProposal, places: readonly string[]): string {
  const { changes, notRelevant, dropped, kept, undecidedDropped } = proposal;
  const does = changes.map((change) => changeText(change, places)).join(' and ');
  const drops = dropped === notRelevant ? 'drop them' : `drop ${numberText(dropped)} of them`;
  const keeps = kept === 0 ? '' : ` and keep ${allOf(kept)} you opened`;
  const also =
    undecidedDropped === 0
      ? ''
      : ` It would drop ${counted(undecidedDropped, 'unread match', 'unread matches')} as well.`;
  return `${numberText(notRelevant)} matches were not relevant. ${capitalised(does)} would ${drops}${keeps}.${also}`;
}

function allOf(count: number): string {
  if (count === 1) return 'the one';
  return count === 2 ? 'both' : `all ${numberText(count)}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
