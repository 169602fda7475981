/** Scripts without spaces between words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SENTENCE_END = /[.!?]/;
const WIDE_SENTENCE_END = /[。！？]/;

export type Breaks = ReturnType<typeof breaksOf>;

/**
 * Returns where a text may be cut: each function tests the position before a unit. `isFixed`
 * reports where a cut would split what belongs together.
 */
export function breaksOf(text: string, isFixed: (at: number) => boolean) {
  const space = (at: number) => /\s/.test(text.charAt(at));
  const isFree = (at: number) => !isFixed(at);
  const words = cutsOf(text, 'word');
  const characters = cutsOf(text, 'grapheme');
  const isBetween = (at: number) => SPACELESS.test(text.slice(at - 1, at + 1)) && words(at);
  const endsSentence = (at: number) =>
    isFree(at) &&
    (text.charAt(at) === '\n' ||
      WIDE_SENTENCE_END.test(text.charAt(at - 1)) ||
      (space(at) && SENTENCE_END.test(text.charAt(at - 1))));
  return {
    isFree,
    beginsWord: (at: number) => isFree(at) && !space(at) && (space(at - 1) || isBetween(at)),
    endsWord: (at: number) => isFree(at) && !space(at - 1) && (space(at) || isBetween(at)),
    endsSentence,
    beginsSentence: (at: number) => {
      if (space(at) || !isFree(at)) return false;
      let end = at;
      while (end > 0 && space(end - 1)) end--;
      return end === 0 || endsSentence(end) || text.slice(end, at).includes('\n');
    },
    /** Tests for a boundary between user-perceived characters: a last resort, within a word. */
    isCharacter: (at: number) => isFree(at) && characters(at),
  };
}

/** The number of units segmented at a time, and of those around them that serve as context. */
const [PIECE, AROUND] = [256, 64];

/** Returns a test for the end of a word or a character. It reads only the text nearby. */
function cutsOf(text: string, granularity: 'word' | 'grapheme') {
  const known = new Map<number, Set<number>>();
  return (at: number) => {
    const piece = Math.floor(at / PIECE);
    let cuts = known.get(piece);
    if (!cuts) {
      const from = Math.max(piece * PIECE - AROUND, 0);
      const segmenter = new Intl.Segmenter(undefined, { granularity });
      const near = segmenter.segment(text.slice(from, (piece + 1) * PIECE + AROUND));
      cuts = new Set([...near].map(({ index }) => from + index));
      known.set(piece, cuts);
    }
    return cuts.has(at);
  };
}
