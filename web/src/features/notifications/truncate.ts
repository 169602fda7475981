/** Characters of a notification that are shown before 'Show More'. */
export const PREVIEW_LENGTH = 200;

const SENTENCE_FROM = 0.7;
const WORD_FROM = 0.8;

/**
 * The beginning of a text longer than `limit`, with '...': cut at the last sentence end after 70 %
 * of the limit, else at the last word boundary after 80 %, else at the limit.
 */
export function truncate(text: string, limit = PREVIEW_LENGTH): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, cut(text, limit))}...`;
}

function cut(text: string, limit: number): number {
  let sentence = 0;
  let word = 0;
  for (let at = 0; at < limit; at++) {
    const ended = /\s/.test(text.charAt(at + 1));
    if (ended && /[.!?。！？]/.test(text.charAt(at))) sentence = at + 1;
    if (/\s/.test(text.charAt(at))) word = at;
  }
  if (sentence > limit * SENTENCE_FROM) return sentence;
  if (word > limit * WORD_FROM) return word;
  // Not between the two units of one character.
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit;
}
