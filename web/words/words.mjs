// Words that texts for users no longer use, and what to say instead. docs/WORDS.md gives the reasons.

// The specification fixes the phrase "keyword watch" on some screens.
const beforeNoun = 'a|an|the|this|that|your|its|each|every|all|any|another|one|as|of|for|no|more';

export const givenUp = [
  { word: new RegExp(`\\b(?:${beforeNoun}) watch(?:es)?\\b`, 'i'), say: '“keyword”' },
  {
    word: /\bmail(?:s|ed)?\b(?! (?:server|program|provider)s?\b)/i,
    say: '“email” (“mail server” is fine)',
  },
  { word: /\bthe forum\b/i, say: '“Reddit”' },
  { word: /\b(?:un)?silenc(?:e|es|ed|ing)\b/i, say: '“mute”' },
  { word: /\bless of this\b/i, say: '“mute or snooze”' },
  { word: /\bfold(?:s|ed|ing)? (?:a |the )?bursts?\b/i, say: '“burst limit”' },
  { word: /\bbundle[sd]?\b/i, say: '“digest”' },
  { word: /\bhits?\b/i, say: '“match”' },
  { word: /\bsnippets?\b/i, say: '“excerpt”' },
  { word: /\bway(?:s)? out\b/i, say: '“channel”' },
  { word: /\bbeside the point\b/i, say: '“not relevant”' },
  { word: /\bput away\b/i, say: '“archived” or “marked as not relevant”' },
  { word: /\b(?:tells?|told|telling) you of\b/i, say: '“alerts you to”' },
  {
    word: /\bswitch(?:es|ed|ing)? (?:it |them |this |that )?(?:on|off)\b/i,
    say: '“turn on”, “turn off”',
  },
  { word: /\brivals?\b/i, say: '“competitor”' },
];

/** Each given-up word in `text`: where it begins, what it is, and what to say instead. */
export function findGivenUp(text) {
  return givenUp.flatMap(({ word, say }) =>
    [...text.matchAll(new RegExp(word.source.replaceAll(' ', '\\s+'), `${word.flags}g`))].map(
      (match) => ({
        at: match.index,
        word: match[0],
        say,
      }),
    ),
  );
}
