import type { Preview, PreviewMatch } from './use-preview';

/** The number of matches among the newest items from which older ones are not needed. */
const FEW = 10;

/** Returns the `stored` matches that the preview does not show yet, if it shows few. */
export function olderOf(
  stored: readonly PreviewMatch[],
  { matches, total }: Extract<Preview, { status: 'found' }>,
): PreviewMatch[] {
  if (total >= FEW) return [];
  const shown = new Set(matches.map(({ item }) => item._id));
  return stored.filter(({ item }) => !shown.has(item._id));
}
