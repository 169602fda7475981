import type { InsightMissing, InsightSection, InsightSections } from '@/api/types';
import { longDate } from '@/lib/days';
import { counted, numberText } from '@/lib/number';

/** The subjects of the sentences, with their verbs. */
const subjects: Record<keyof InsightSections, string> = {
  rate: 'The daily rate needs',
  hours: 'The best hours need',
  changes: 'Comparisons need',
  topics: 'Topics need',
  sentiment: 'A sentiment score needs',
  sentimentOverTime: 'Sentiment over time needs',
  engagement: 'Community engagement needs',
  controversy: 'The level of controversy needs',
  recommendations: 'Recommendations need',
};

/** The required amounts, with their units. */
const needs: Record<InsightMissing['of'], (need: number) => string> = {
  discussions: (need) => counted(need, 'discussion'),
  posts: (need) => `${counted(need, 'post')} with counted comments`,
  days: (need) => `discussions on ${counted(need, 'day')}`,
  listenedDays: (need) => `${counted(need, 'day')} of listening`,
};

/**
 * Returns what a section still needs and when it has it, or null if it is shown: "The best hours
 * need discussions on 7 days; there are 2 so far. Expected on 3 December at the earliest."
 */
export function missingText(
  name: keyof InsightSections,
  { shown, missing }: InsightSection,
): string | null {
  if (shown) return null;
  const [first, second] = missing;
  // This happens only if there are too many matches to read the previous period.
  if (!first) return 'There are too many discussions to compare with earlier ones.';
  const texts = second
    ? `${needs[first.of](first.need)} on ${counted(second.need, 'day')}; so far there ${first.have === 1 ? 'is' : 'are'} ${numberText(first.have)} on ${counted(second.have, 'day')}`
    : `${needs[first.of](first.need)}; there ${first.have === 1 ? 'is' : 'are'} ${numberText(first.have)} so far`;
  return `${subjects[name]} ${texts}. ${enoughText(second ?? first)}`;
}

function enoughText({ of, have, need, enoughFrom }: InsightMissing): string {
  if (!enoughFrom)
    return `${numberText(need - have)} more ${need - have === 1 ? 'is' : 'are'} needed.`;
  const day = longDate(enoughFrom);
  // Only days of listening add up by themselves.
  return of === 'listenedDays' ? `Expected on ${day}.` : `Expected on ${day} at the earliest.`;
}
