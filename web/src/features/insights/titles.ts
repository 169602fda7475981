/** The number of characters of a post's title shown at first. */
export const MAX_TITLE = 60;

/** Returns the first 60 user-perceived characters of `title`, or null if it has no more. */
export function cutTitle(title: string): string | null {
  const characters = Array.from(new Intl.Segmenter('en').segment(title), ({ segment }) => segment);
  if (characters.length <= MAX_TITLE) return null;
  return `${characters.slice(0, MAX_TITLE).join('').trimEnd()}...`;
}
