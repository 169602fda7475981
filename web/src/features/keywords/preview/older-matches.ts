import type { Preview, PreviewMatch } from './use-preview';

/** With more than so many among the newest items nobody needs older ones to judge by. */
const FEW = 10;

/** Those of `stored` that the preview does not show already, where it shows few. */
export function olderOf(
  stored: readonly PreviewMatch[],
  { matches, total }: Extract<Preview, { status: 'found' }>,
): PreviewMatch[] {
  if (total >= FEW) return [];
  const shown = new Set(matches.map(({ item }) => item._id));
  return stored.filter(({ item }) => !shown.has(item._id));
}
