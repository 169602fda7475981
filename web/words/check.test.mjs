// Run by scripts/check-words: node --test web/words/check.test.mjs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { test } from 'node:test';

import { problemsOf, sources } from './check.mjs';
import { givenUpInComments } from './words.mjs';
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

const tsx = (source) => problemsOf('a.tsx', source, textsOfTypeScript);

test('refuses a given-up word in JSX, and reports its line and what to say', () => {
  assert.deepEqual(tsx('const a = (\n  <p>\n    The watch has changed.\n  </p>\n);'), [
    'a.tsx:3: “The watch”: say “keyword”',
  ]);
});

test('refuses one in an attribute, in a string and beside a value', () => {
  for (const source of [
    '<Field label="Fold a burst" />;',
    "const text = 'Sent by mail';",
    'const text = `${count} mails were sent`;',
  ])
    assert.equal(tsx(source).length, 1, source);
});

test('does not read words with a value between them as one phrase', () => {
  assert.deepEqual(tsx('const text = `The ${name} watches Reddit`;'), []);
});

test('ignores code, comments, imports, names and types', () => {
  const source = `import { mail } from './mail';
    // Mails of the watch.
    type Channel = 'mail' | 'push';
    const mails = { mail: 'mail', mail };
    <a className="mail the watch" href="mail the watch" />;`;
  assert.deepEqual(tsx(source), []);
});

test('accepts the specification’s “keyword watch”, and “mail server”', () => {
  assert.deepEqual(tsx('<p>Delete this keyword watch on your mail server?</p>;'), []);
});

test('reads templates, sentences of the server and documents', () => {
  assert.deepEqual(
    problemsOf(
      'a.html',
      '{% if mail %}\n<p title="mail">Less of\nthis {{ mail }}</p>',
      textsOfTemplate,
    ),
    ['a.html:2: “Less of this”: say “mute or snooze”'],
  );
  const rust = '/// A mail.\nlet a = "The forum\n     is away.";\nlog("could not read the forum");';
  assert.deepEqual(problemsOf('a.rs', rust.replace('forum\n', 'forum \\\n'), textsOfRust), [
    'a.rs:2: “The forum”: say “Reddit”',
  ]);
  assert.deepEqual(problemsOf('a.md', 'A `mail`.\n\nOne mail.', textsOfMarkdown), [
    'a.md:3: “mail”: say “email” (“mail server” is fine)',
  ]);
});

test('reads errors in lower case, but neither logs nor SQL statements', () => {
  const read = (source) => problemsOf('a.rs', source, textsOfErrors);
  assert.equal(read('#[error("no mail to {0}")]').length, 1);
  assert.deepEqual(read('tracing::warn!(%error, "no mail was sent");'), []);
  assert.deepEqual(read('sql("SELECT mail FROM watches AS watches")'), []);
});

/** A file name for each kind of file, and a function that puts a word into its text. */
const kinds = new Map([
  [textsOfTypeScript, ['a.tsx', (word) => `<p>Sent by ${word}</p>;`]],
  [textsOfTemplate, ['a.html', (word) => `<p>Sent by ${word}</p>`]],
  [textsOfRust, ['a.rs', (word) => `let a = "Sent by ${word}.";`]],
  [textsOfErrors, ['a.rs', (word) => `let b = "sent by ${word}";`]],
  [textsOfHelp, ['a.rs', (word) => `/// Sent by ${word}.`]],
  [textsOfComments, ['a.rs', (word) => `// Sent by ${word}.`]],
  [textsOfJson, ['', (word) => `{ "title": "Sent by ${word}" }`]],
  [textsOfMarkdown, ['README.md', (word) => `Sent by ${word}.`]],
]);

/** Runs the check on files of every kind that it reads, each with `word`. */
function checked(word) {
  const root = mkdtempSync(join(tmpdir(), 'words-'));
  const files = new Map();
  for (const { folder, of, read } of sources) {
    const [name, text] = kinds.get(read);
    const inFolder = of.test(join(folder, name)) ? name : 'QUERIES.md';
    const file = extname(folder) ? folder : join(folder, inFolder);
    files.set(file, `${files.get(file) ?? ''}${text(word)}\n`);
  }
  for (const [file, text] of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const check = join(import.meta.dirname, 'check.mjs');
  const { status, stderr } = spawnSync('node', [check], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  return { status, stderr, files: [...files] };
}

test('fails on a given-up word in any kind of file', () => {
  const { status, stderr, files } = checked('mended');
  assert.equal(status, 1);
  for (const [file, text] of files) {
    // A file has a line for each way in which it is read.
    const lines = text.trim().split('\n').length;
    const named = stderr.split('\n').filter((line) => line.startsWith(`${file}:`)).length;
    assert.equal(named, lines, `${file}: ${stderr}`);
  }
});

test('passes without a given-up word', () => {
  const { status, stderr } = checked('fixed');
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('reads comments and names of tests, and no code', () => {
  const comments = (source) => problemsOf('a.rs', source, textsOfComments, givenUpInComments);
  for (const source of [
    '/// What goes on here.',
    'let a = 1; // So many of them.',
    '/**\n * Reads it anew.\n */',
    '#[test]\nfn an_item_is_passed_over() {}',
    "test('an item stands here', () => {});",
  ])
    assert.equal(comments(source).length, 1, source);
  assert.deepEqual(
    comments('let anew = "goes on"; // Calls `anew`, which stands for "goes on".'),
    [],
  );
});
