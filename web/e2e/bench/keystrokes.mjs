// The words to type, which are taken from the items.

/** The number of different keywords that are typed, each letter by letter. */
const TYPED = 21;
/** The number of items in a preview. Each typed word must appear in one of them. */
const SHOWN = 20;
/** A whole word in lower case. */
const WORD = /(?<![\p{L}\p{N}_'’-])[a-z]{4,8}(?![\p{L}\p{N}_'’-])/gu;

/**
 * Returns the keystrokes on `count` keywords: the `words`, the last one as far as it is typed, and
 * whether it is `complete`. Every run draws the same words.
 *
 * The typed keywords are from the titles of the first items, so that their highlight is shown
 * whatever else matches. The others are short enough for 100 of them to fit in one query, and no
 * typed keyword contains them: its highlight would begin with theirs.
 */
export function keystrokes(items, count) {
  const typed = draw(
    words(items.slice(0, SHOWN).map(({ title }) => title)).filter((word) => word.length > 4),
    TYPED,
  );
  const short = words(items.flatMap(({ title, body }) => [title, body])).filter(
    (word) => word.length < 7 && !typed.some((other) => other.includes(word)),
  );
  const others = draw(short, count - 1);
  return typed.flatMap((word) =>
    Array.from(word, (_, at) => ({
      words: [...others, word.slice(0, at + 1)],
      complete: at + 1 === word.length,
    })),
  );
}

function words(texts) {
  return [...new Set(texts.flatMap((text) => text.match(WORD) ?? []))];
}

/** Draws `count` words, spread evenly over `from`. */
function draw(from, count) {
  if (from.length < count) throw new Error(`The items have too few words: ${from.length}`);
  return Array.from({ length: count }, (_, n) => from[Math.floor((n * from.length) / count)]);
}
