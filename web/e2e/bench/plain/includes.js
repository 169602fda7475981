// The obvious implementation: texts in lower case, and `includes`.

export class Includes {
  setItems(items) {
    this.texts = items.map(({ title, body }) => `${title}\n${body}`.toLowerCase());
  }

  /** Finds the items with any of the words, and the words' positions in the first `limit` items. */
  search(words, limit) {
    const matches = [];
    let total = 0;
    for (const [index, text] of this.texts.entries()) {
      if (!words.some((word) => text.includes(word))) continue;
      total += 1;
      if (matches.length < limit) matches.push({ index, spans: spans(text, words) });
    }
    return { total, matches };
  }
}

function spans(text, words) {
  const found = [];
  for (const word of words) {
    let start = text.indexOf(word);
    while (start >= 0) {
      found.push({ start, end: start + word.length });
      start = text.indexOf(word, start + word.length);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
