import type { StackedPart } from './stacked-columns';

/** The moods of posts, as charts name and colour them. */
export const moods = [
  { part: 'positive', name: 'Positive', fill: 'fill-good', dot: 'bg-good' },
  { part: 'neutral', name: 'Neutral', fill: 'fill-line-strong', dot: 'bg-line-strong' },
  { part: 'negative', name: 'Negative', fill: 'fill-bad', dot: 'bg-bad' },
] as const satisfies readonly StackedPart<string>[];
