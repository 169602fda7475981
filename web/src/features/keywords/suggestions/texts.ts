import type {
  NearMiss,
  ProposedChange,
  ProposedRule,
  Watch,
  WatchProposal,
  WatchVariantSummary,
} from '@/api/types';
import { dateText } from '@/lib/dates';
import { counted, numberText } from '@/lib/number';
import { authorLabel, placeLabel } from '@/lib/places';
import { asSentence } from '@/lib/sentence';

import { filterTexts } from '../form/filter-texts';

/** Returns “4 posts”, “1 comment” or “4 posts and comments”. */
function itemsText({ count, comments }: Pick<NearMiss, 'count' | 'comments'>): string {
  if (comments === 0) return counted(count, 'post');
  return comments === count
    ? counted(count, 'comment')
    : counted(count, 'post or comment', 'posts and comments');
}

/** Returns “4 posts in 36 hours said “kubernetees”.” */
export function nearMissText(
  { change: { kind, value }, ...counts }: Pick<NearMiss, 'change' | 'count' | 'comments'>,
  hours: number,
  { keyword, subreddits }: Pick<Watch, 'keyword' | 'subreddits'>,
): string {
  const items = `${itemsText(counts)} in ${counted(hours, 'hour')}`;
  const excluded = (name: string) => `${items} would have matched, but ${name} is excluded.`;
  switch (kind) {
    case 'misspelling':
      return `${items} said “${value}”.`;
    case 'partsOfWords':
      return `${items} had “${keyword}” inside a longer word.`;
    case 'anyCase':
      return `${items} would have matched with different capitals.`;
    case 'author':
      return excluded(authorLabel(value, subreddits[0] ?? 'all'));
    case 'subreddit':
      return excluded(placeLabel(value));
    case 'excluded':
      return `${items} would have matched, but contained the excluded “${value}”.`;
    case 'bodies':
      return `${items} would have matched in the text, but not in the title.`;
    case 'comments':
      return `${items} would have matched, but this keyword does not match comments.`;
    case 'posts':
      return `${items} would have matched, but this keyword does not match posts.`;
    case 'required':
      return `${items} had everything except “${value}”.`;
  }
}

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

/** Returns “3 matches were not relevant. Excluding “giveaway” would drop them.” or “Exclude “game”? ...” */
export function proposalText(proposal: WatchProposal, places: readonly string[]): string {
  const { changes, notRelevant, dropped, kept, undecidedDropped } = proposal;
  if (proposal.fromDescription) {
    const words = changes.map(({ value }) => `“${value}”`).join(' and ');
    const matches = dropped + undecidedDropped;
    return `Exclude ${words}? ${counted(matches, 'of the latest matches contains it', 'of the latest matches contain it')}.`;
  }
  const does = changes.map((change) => changeText(change, places)).join(' and ');
  const drops = dropped === notRelevant ? 'drop them' : `drop ${numberText(dropped)} of them`;
  const keeps = kept === 0 ? '' : ` and keep ${allOf(kept)} you opened`;
  const also =
    undecidedDropped === 0
      ? ''
      : ` It would drop ${counted(undecidedDropped, 'unread match', 'unread matches')} as well.`;
  return `${numberText(notRelevant)} matches were not relevant. ${asSentence(does)} would ${drops}${keeps}.${also}`;
}

function allOf(count: number): string {
  if (count === 1) return 'the one';
  return count === 2 ? 'both' : `all ${numberText(count)}`;
}

/** Returns “Trying a variant since 27 Nov 2026: 3 more matches”. */
export function variantText({ added, startedAt, endedAt }: WatchVariantSummary): string {
  const found =
    added === 0 ? 'no more matches so far' : counted(added, 'more match', 'more matches');
  const since = dateText(startedAt);
  return endedAt
    ? `A variant was tried from ${since} until ${dateText(endedAt)}: ${found.replace(' so far', '')}`
    : `Trying a variant since ${since}: ${found}`;
}

/** Describes each change that a variant makes to its keyword. */
export function changeTexts(watch: Watch, rule: ProposedRule): string[] {
  const texts: string[] = [];
  const names = (
    before: readonly string[],
    after: readonly string[],
    label: (name: string) => string,
  ) => {
    const added = after.filter((name) => !before.includes(name));
    const gone = before.filter((name) => !after.includes(name));
    texts.push(...added.map((name) => `Excludes ${label(name)}`));
    texts.push(...gone.map((name) => `No longer excludes ${label(name)}`));
  };
  const place = watch.subreddits[0] ?? 'all';
  names(watch.excludedSubreddits, rule.excludedSubreddits, placeLabel);
  names(watch.excludedAuthors, rule.excludedAuthors, (name) => authorLabel(name, place));
  for (const { name, label } of filterTexts) {
    if (watch.filters[name] !== rule.filters[name]) {
      texts.push(`${label}: ${rule.filters[name] ? 'on' : 'off'}`);
    }
  }
  return texts;
}
