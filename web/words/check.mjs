// Refuses words in texts for users that docs/WORDS.md has given up. Run by scripts/check-words, from the
// root of the repository; names of files as arguments check these alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { textsOfMarkdown, textsOfRust, textsOfTemplate, textsOfTypeScript } from './texts.mjs';
import { findGivenUp } from './words.mjs';

const RUST = ['api', 'delivery', 'limits', 'mutes', 'silence', 'watches', 'wire'];
const DOCUMENTS = ['CHANNELS', 'INSIGHTS', 'PAYMENTS', 'QUERIES', 'WEBHOOKS'];

const sources = [
  {
    folder: 'web/src',
    of: /(?<!\.test|\.d)\.tsx?$/,
    not: /\/(testing|matcher-wasm)\/|api\/schema\.ts$/,
    read: textsOfTypeScript,
  },
  { folder: 'crates/server/templates', of: /\.(html|txt|xml)$/, read: textsOfTemplate },
  ...RUST.map((room) => ({
    folder: `crates/server/src/${room}`,
    of: /(?<!\/tests)\.rs$/,
    read: textsOfRust,
  })),
  { folder: 'docs', of: new RegExp(`/(${DOCUMENTS.join('|')})\\.md$`), read: textsOfMarkdown },
  { folder: '.', of: /^README\.md$/, deep: false, read: textsOfMarkdown },
];

/** The given-up words of a file, a line each: `file:line: “word”: say …`. */
export function problemsOf(name, source, read) {
  return read(name, source).flatMap(({ at, text }) =>
    findGivenUp(text).map(({ at: within, word, say }) => {
      const line = source.slice(0, at + within).split('\n').length;
      return `${name}:${line}: “${word.replace(/\s+/g, ' ')}”: say ${say}`;
    }),
  );
}

function filesOf({ folder, of, not, deep = true }) {
  return readdirSync(folder, { recursive: deep })
    .map((name) => join(folder, name))
    .filter((name) => of.test(name) && !not?.test(name))
    .sort();
}

if (process.argv[1] === import.meta.filename) {
  const wanted = process.argv.slice(2);
  const problems = sources.flatMap((source) =>
    filesOf(source)
      .filter((name) => wanted.length === 0 || wanted.includes(name))
      .flatMap((name) => problemsOf(name, readFileSync(name, 'utf8'), source.read)),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      `${problems.length} given-up words in texts; docs/WORDS.md says what each thing is called.`,
    );
    process.exitCode = 1;
  }
}
