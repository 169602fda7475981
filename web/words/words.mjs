// Words that texts for users no longer use, and what to say instead. docs/WORDS.md gives the reasons.

// The specification fixes the phrase "keyword watch" on some screens.
const beforeNoun =
  'a|an|the|this|that|your|its|each|every|all|any|another|one|two|as|of|for|no|more';

export const givenUp = [
  { word: new RegExp(`\\b(?:${beforeNoun}) watch(?:es)?\\b`, 'i'), say: '“keyword”' },
  {
    word: /\bmail(?:s|ed)?\b(?!\.\w| (?:server|program|provider)s?\b)/i,
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
  // Translated idioms, and phrases that a native speaker would not use.
  { word: /\bthe same as chips\b/i, say: '“edit as chips”' },
  { word: /\bmay be there\b/i, say: '“must not contain”' },
  { word: /\bkept away\b/i, say: '“muted”' },
  { word: /\b(?:is|are) said\b/i, say: '“says”, with a subject' },
  { word: /\b(?:is|are) asked for\b/i, say: '“is required”, or who asks for it' },
  { word: /\bstands? (?:in|inside|there|beside|by itself|after)\b/i, say: '“is in”, “follows”' },
  { word: /\bleaves? (?:it|them) out\b/i, say: '“exclude”' },
  { word: /\btake[sn]? (?:\w+ )?away\b/i, say: '“delete”' },
  { word: /\bg(?:ive|ives|iven|ave) back\b/i, say: '“refund”' },
  {
    word: /\bma(?:ke|kes|king|de) (?:an? |the first |the )?(?:new )?accounts?\b/i,
    say: '“create”',
  },
  { word: /\bmend(?:s|ed|ing)?\b/i, say: '“fix”, “correct”' },
  { word: /\bwants? no\b/i, say: '“needs no”' },
  { word: /\bin hand\b/i, say: '“in progress”' },
  { word: /\banew\b/i, say: '“again”' },
  { word: /\b(?:what|that) (?:became|becomes|has become) of\b/i, say: '“the result of”' },
  { word: /\bno answer came\b/i, say: '“there was no answer”' },
  { word: /\bchance explains\b/i, say: '“chance would explain”' },
  { word: /\bnobody whom\b/i, say: '“no … that”' },
  {
    word: /\b(?<!there )is no (?:operator|event|address|text|folder|feed|query)\b/i,
    say: '“is not a …”',
  },
  { word: /\breceivers?\b/i, say: '“recipient” of a message, “channel” of alerts' },
  { word: /\bby so many\b|\bfor so many\b/i, say: 'what is counted, as “how many days”' },
];

/** Turns of phrase that comments and names of tests no longer use, in addition to what texts for users avoid. */
export const givenUpInComments = [
  { word: /\b(?:by |for )?so (?:many|often)\b(?! that\b)/i, say: 'the number, as “up to N”' },
  { word: /\bjudg(?:e|es|ed|ing|ement)\b/i, say: '“decide”, “classify”, “check”' },
  { word: /\bpass(?:es|ed|ing)? over\b/i, say: '“skip”, “ignore”' },
  { word: /\b(?:goes|go|went|going) on\b/i, say: '“continue”' },
  { word: /\bstands?\b(?![- ](?:for|in|ins|by|out|up|at)\b)/i, say: '“is”, “exists”, “appears”' },
  { word: /\banew\b/i, say: '“again”' },
  { word: /\bmend(?:s|ed|ing)?\b/i, say: '“fix”, “correct”' },
  { word: /\bpapers\b/i, say: '“docs”' },
  { word: /\bplant(?:s|ed|ing)?\b/i, say: '“insert”, “create”' },
  { word: /\bhears?\b|\bheard\b(?! of\b)/i, say: '“receive”, “subscribe”' },
  { word: /\bknown ground\b/i, say: '“watermark”' },
  { word: /\bworks? off\b/i, say: '“drain”' },
];

/** Returns each of `words` in `text`: its offset, the word, and what to say instead. */
export function findGivenUp(text, words = givenUp) {
  return words.flatMap(({ word, say }) =>
    [...text.matchAll(new RegExp(word.source.replaceAll(' ', '\\s+'), `${word.flags}g`))].map(
      (match) => ({
        at: match.index,
        word: match[0],
        say,
      }),
    ),
  );
}
