import type { NearMiss, Watch } from '@/api/types';
import { counted } from '@/lib/number';
import { authorLabel, placeLabel } from '@/lib/places';

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
