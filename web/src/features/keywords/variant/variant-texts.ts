import type { ProposedRule, Watch, WatchVariantSummary } from '@/api/types';
import { dateText } from '@/lib/dates';
import { counted } from '@/lib/number';
import { authorLabel, placeLabel } from '@/lib/places';

import { filterTexts } from '../form/filter-texts';

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
