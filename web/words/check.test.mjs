// Run by scripts/check-words: node --test web/words/check.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { problemsOf } from './check.mjs';
import { textsOfMarkdown, textsOfRust, textsOfTemplate, textsOfTypeScript } from './texts.mjs';

const tsx = (source) => problemsOf('a.tsx', source, textsOfTypeScript);

test('a given-up word in a text of JSX is refused, with its line and what to say', () => {
  assert.deepEqual(tsx('const a = (\n  <p>\n    The watch has changed.\n  </p>\n);'), [
    'a.tsx:3: “The watch”: say “keyword”',
  ]);
});

test('so is one in an attribute, a string, and on either side of a value', () => {
  for (const source of [
    '<Field label="Fold a burst" />;',
    "const text = 'Sent by mail';",
    'const text = `${count} mails were sent`;',
  ])
    assert.equal(tsx(source).length, 1, source);
});

test('words with a value between them are not one phrase', () => {
  assert.deepEqual(tsx('const text = `The ${name} watches Reddit`;'), []);
});

test('code, comments, imports, names and types are passed over', () => {
  const source = `import { mail } from './mail';
    // Mails of the watch.
    type Channel = 'mail' | 'push';
    const mails = { mail: 'mail', mail };
    <a className="mail the watch" href="mail the watch" />;`;
  assert.deepEqual(tsx(source), []);
});

test('what the specification calls a keyword watch is fine, and so is a mail server', () => {
  assert.deepEqual(tsx('<p>Delete this keyword watch on your mail server?</p>;'), []);
});

test('templates, sentences of the server and documents are read too', () => {
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
