/** How much of a post's title is shown at first, in characters. */
export const MAX_TITLE = 60;

/** The first 60 characters of `title` as people count them, or null if it has no more. */
export function cutTitle(title: string): string | null {
  const characters = Array.from(new Intl.Segmenter('en').segment(title), ({ segment }) => segment);
  if (characters.length <= MAX_TITLE) return null;
  return `${characters.slice(0, MAX_TITLE).join('').trimEnd()}...`;
}
