import type { InsightDaySentiment } from '@/api/types';
import { busiestHour, hourText, shortDay, weekdays } from '@/lib/days';

import { discussionsText, whole } from './numbers';

/** Returns "Sentiment from 3 Jan to 9 Jan: 12 positive, 30 neutral, ...; most on 5 Jan." */
export function moodOverTimeText(days: readonly InsightDaySentiment[]): string {
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return 'There are no posts on any day.';
  const sum = (mood: 'positive' | 'neutral' | 'negative') =>
    whole(days.reduce((total, day) => total + day[mood], 0));
  const posts = ({ positive, neutral, negative }: InsightDaySentiment) =>
    positive + neutral + negative;
  const busiest = days.reduce((most, day) => (posts(day) > posts(most) ? day : most));
  const span = `from ${shortDay(first.day)} to ${shortDay(last.day)}`;
  const counts = `${sum('positive')} positive, ${sum('neutral')} neutral and ${sum('negative')} negative discussions`;
  return `Sentiment ${span}: ${counts}; most on ${shortDay(busiest.day)}.`;
}

/**
 * Returns "Most discussions start on Tuesday at 14:00 UTC: 9 discussions." `hours[0]` is Monday.
 */
export function bestHoursText(hours: readonly (readonly number[])[]): string {
  const best = busiestHour(hours);
  if (!best) return 'There are no posts at any hour.';
  const when = `${weekdays[best.weekday] ?? ''} at ${hourText(best.hour)} UTC`;
  return `Most discussions start on ${when}: ${discussionsText(best.count)}.`;
}

/** Returns "Categories: Questions 12, News 3.", with the bars of a chart in its order. */
export const barsText = (title: string, bars: readonly { name: string; label: string }[]) =>
  bars.length === 0
    ? `${title}: none.`
    : `${title}: ${bars.map(({ name, label }) => `${name} ${label}`).join(', ')}.`;
