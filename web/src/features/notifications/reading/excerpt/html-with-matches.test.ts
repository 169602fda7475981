import { expect, test } from 'vitest';

import { hiddenMatch } from './hidden-match';
import { htmlWithMatches } from './html-with-matches';

const converted = (html: string, word: string) => {
  const spans = [...html.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    start: index,
    end: index + word.length,
  }));
  const { text, spans: found } = htmlWithMatches(html, spans);
  return { text, found: found.map(({ start, end }) => text.slice(start, end)) };
};

test.each([
  ['<p>A <b>kettle</b> &amp; tea</p>', 'kettle', ['kettle']],
  ['<p>my_kettle</p>', 'my_kettle', ['my\\_kettle']],
  ['<p>a  b</p><p>kettle</p> <p>kettle</p>', 'kettle', ['kettle', 'kettle']],
  ['<p>tea &amp; milk</p>', 'amp', ['&']],
  ['<p>a <b>good</b> kettle</p>', 'good</b> kettle', ['good', ' kettle']],
  ['<p>good<br>kettle</p>', 'good<br>kettle', ['good', 'kettle']],
  ['<i>R</i>&amp;<b>D</b>', 'R</i>&amp;<b>D', ['R', '&', 'D']],
  ['a <a href="/x">good</a> <b>kettle</b>', 'good</a> <b>kettle', ['good', 'kettle']],
  ['<pre><code>boil(kettle)</code></pre>', 'kettle', ['kettle']],
])('matches are found again in the Markdown of %s', (html, word, expected) => {
  expect(converted(html, word).found).toEqual(expected);
});

test.each([
  '<p>See <a href="https://a.example/kettle">this</a></p>',
  '<p>tea</p><script>kettle()</script>',
  '<p><b class="kettle">tea</b></p>',
])('a match that is not in the text of %s is dropped', (html) => {
  const { text, found } = converted(html, 'kettle');
  expect(found).toEqual([]);
  expect(text).not.toMatch(/[\uFDD0\uFDD1]/);
});

test('markers in the text itself are not taken for matches', () => {
  expect(converted('<p>a \uFDD0 b</p>', 'b')).toEqual({ text: 'a \uFFFD b', found: ['b'] });
});

test.each([
  ['[x](https://a.example/tea/kettle?a=1)', true, 'https://a.example/tea/kettle?a=1'],
  ['<a href="/r/kettle">', true, '/r/kettle'],
  ['```kettle', false, '```kettle'],
])('a hidden match in %s is shown with what is around it', (source, isLink, text) => {
  const start = source.indexOf('kettle');
  const hidden = hiddenMatch(source, { start, end: start + 6 });
  expect(hidden.isLink).toBe(isLink);
  expect(hidden.segments.map((segment) => segment.text).join('')).toBe(text);
  expect(hidden.segments.find(({ hit }) => hit)?.text).toBe('kettle');
});
