import { expect, test } from 'vitest';

import { hasHtml, htmlToMarkdown } from './html-to-markdown';

test.each(['<p>Hello</p>', 'one<br>two', '<a href="https://a.example">x</a>', '<IMG src="x">'])(
  '%s contains HTML',
  (text) => expect(hasHtml(text)).toBe(true),
);

test.each(['Vec<String>', 'a < b and c > d', 'I <3 it', 'plain'])('%s does not', (text) =>
  expect(hasHtml(text)).toBe(false),
);

test('HTML becomes markdown', () => {
  expect(htmlToMarkdown('<p>Some <b>bold</b> <a href="https://a.example/">link</a></p>')).toBe(
    'Some **bold** [link](https://a.example/)',
  );
});

test('scripts and styles leave nothing behind', () => {
  expect(htmlToMarkdown('<p>a</p><script>alert(1)</script><style>p{}</style>')).toBe('a');
});
