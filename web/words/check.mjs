// Refuses words in texts for users that docs/WORDS.md has given up. Run by scripts/check-words, from the
// root of the repository. With file names as arguments, checks only these.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
  textsOfComments,
  textsOfErrors,
  textsOfHelp,
  textsOfJson,
  textsOfMarkdown,
  textsOfRust,
  textsOfTemplate,
  textsOfTypeScript,
} from './texts.mjs';
import { findGivenUp, givenUpInComments } from './words.mjs';

/** The modules with sentences for users. */
const SENTENCES = [
  'crates/api/src',
  ...['billing', 'delivery', 'insights'].map((module) => `crates/deliver/src/${module}`),
  ...['auth', 'mutes', 'watches'].map((module) => `crates/domain/src/${module}`),
  ...['plans.rs', 'silence', 'wire'].map((module) => `crates/platform/src/${module}`),
  ...['limits', 'run/demo/mod.rs'].map((module) => `crates/server/src/${module}`),
];
/** The modules in which every text is for users or operators, however it begins. */
const ERRORS = [
  ...['config', 'outgoing', 'sources/feed/error.rs'].map(
    (module) => `crates/platform/src/${module}`,
  ),
  ...['cli', 'run'].map((module) => `crates/server/src/${module}`),
  ...['mutes', 'watches'].map((module) => `crates/domain/src/${module}`),
  'crates/foundation/src/net/tls.rs',
  ...['crates/matcher/src', 'crates/analyser/src', 'crates/feeds/src/error.rs'],
];
const HELP = ['crates/server/src/cli'];
const DOCUMENTS = [
  'API',
  'BACKUPS',
  'CHANNELS',
  'DEPARTURES',
  'FAULTS',
  'INSIGHTS',
  'OPERATING',
  'PAYMENTS',
  'PROMISES',
  'QUERIES',
  'WEBHOOKS',
];
const RUST = /(?<!\/tests)\.rs$/;

/** The files to read, and how to read them. */
export const sources = [
  {
    folder: 'web/src',
    of: /(?<!\.test|\.d)\.tsx?$/,
    not: /\/(testing|matcher-wasm)\/|api\/schema\.ts$/,
    read: textsOfTypeScript,
  },
  ...['api', 'deliver', 'server'].map((name) => ({
    folder: `crates/${name}/templates`,
    of: /\.(html|txt|xml)$/,
    read: textsOfTemplate,
  })),
  { folder: 'web/src/config/public-pages.json', of: /\.json$/, read: textsOfJson },
  ...SENTENCES.map((folder) => ({ folder, of: RUST, read: textsOfRust })),
  ...ERRORS.map((folder) => ({
    folder,
    of: RUST,
    not: /\/tests\/|\/(background|phrases|stop_words)\.rs$/,
    read: textsOfErrors,
  })),
  ...HELP.map((folder) => ({ folder, of: RUST, read: textsOfHelp })),
  { folder: 'docs', of: new RegExp(`/(${DOCUMENTS.join('|')})\\.md$`), read: textsOfMarkdown },
  { folder: '.', of: /^(README|SECURITY|CHANGELOG)\.md$/, deep: false, read: textsOfMarkdown },
  ...['crates', 'web/src', 'web/e2e', 'web/words'].map((folder) => ({
    folder,
    of: /\.(rs|tsx?|mjs)$/,
    not: /api\/schema\.ts$|words\/(words|check\.test)\.mjs$|\/target\/|tests\/it\/corpus/,
    read: textsOfComments,
    words: givenUpInComments,
  })),
];

/** Returns the given-up words of a file, one per line: `file:line: “word”: say …`. */
export function problemsOf(name, source, read, words) {
  return read(name, source).flatMap(({ at, text }) =>
    findGivenUp(text, words).map(({ at: within, word, say }) => {
      const line = source.slice(0, at + within).split('\n').length;
      return `${name}:${line}: “${word.replace(/\s+/g, ' ')}”: say ${say}`;
    }),
  );
}

/** Returns the files of a source, whose `folder` may be a file. */
function filesOf({ folder, of, not, deep = true }) {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: deep })
    .map((name) => join(folder, name))
    .filter((name) => of.test(name) && !not?.test(name))
    .sort();
}

if (process.argv[1] === import.meta.filename) {
  const wanted = process.argv.slice(2);
  const found = sources.flatMap((source) =>
    filesOf(source)
      .filter((name) => wanted.length === 0 || wanted.includes(name))
      .flatMap((name) => problemsOf(name, readFileSync(name, 'utf8'), source.read, source.words)),
  );
  // Some files are read in two ways, which may report the same word.
  const problems = [...new Set(found)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      `${problems.length} given-up words in texts; docs/WORDS.md says what each thing is called.`,
    );
    process.exitCode = 1;
  }
}
