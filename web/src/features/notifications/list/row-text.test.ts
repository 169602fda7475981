import { expect, test } from 'vitest';

import type { MatchField } from '@/api/types';
import { aNotification } from '@/testing/fixtures';

import { rowText } from './row-text';

/** Returns a row's heading and text, with the matches of `word` in brackets. */
function shown(field: MatchField, post: object, { word = 'tea', isNarrow = false } = {}) {
  const redditPost = { ...aNotification().redditPost, title: '', ...post };
  const text = { title: redditPost.title, body: redditPost.content, author: redditPost.author }[
    field as 'title' | 'body' | 'author'
  ];
  const start = text.indexOf(word);
  const matches = [{ field, start, end: start + word.length }];
  const row = rowText(aNotification({ redditPost, matches }), isNarrow);
  const inBrackets = (segments: typeof row.text) =>
    segments.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');
  return [inBrackets(row.heading), inBrackets(row.text)];
}

test.each([
  ['marks', 'Some **green tea** and _milk_', 'Some green [tea] and milk'],
  ['links', 'See [the tea shop](https://tea.example/a) now', 'See the [tea] shop now'],
  ['headings, quotes and lists', '# One\n> Two\n- tea', 'One Two [tea]'],
  ['tags', '<p>One</p><p>Two <i>tea</i>', ' One Two [tea] '],
  [
    'part of a tag',
    `${'x'.repeat(40)} <a href="https://a.example/${'y'.repeat(180)}">tea</a>`,
    '… [tea] ',
  ],
  [
    'nothing of snake_case * 2 < 3 and Vec<String>',
    'tea snake_case * 2 < 3 Vec<String>',
    '[tea] snake_case * 2 < 3 Vec<String>',
  ],
])('a text is shown without %s', (_, content, text) => {
  expect(shown('body', { title: 'Title', content })).toEqual(['Title', text]);
});

test('the match is in view, in the title or in the text', () => {
  const long = `${'word '.repeat(40)}tea ${'word '.repeat(40)}`;
  const [title] = shown('title', { title: long, content: 'Text' });
  expect(title).toMatch(/^…(word ){1,8}\[tea\] word/);
  const [, text] = shown('body', { title: 'Title', content: long });
  expect(text).toMatch(/^…(word ){1,4}\[tea\] word/);
});

test('a narrow row shows the one of title and text that has the match', () => {
  const both = { title: 'Green tea', content: 'Black tea' };
  expect(shown('title', both, { isNarrow: true })).toEqual(['Green [tea]', '']);
  expect(shown('body', both, { isNarrow: true })).toEqual(['Black [tea]', '']);
});

test('what has no title begins with its text, and a match elsewhere says where', () => {
  expect(shown('body', { content: 'Black tea' })).toEqual(['Black [tea]', '']);
  const inAuthor = shown('author', { title: 'Title', author: 'teatime' });
  expect(inAuthor).toEqual(['Title', 'In the author’s name: [tea]time']);
});
