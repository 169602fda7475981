import { expect, test } from 'vitest';

import { opmlParts } from './opml-parts';

const outline = (at: number, more = '') =>
  `<outline text="Feed ${at} &amp; more" type="rss"${more} xmlUrl="https://blog.example/${at}?a=1&amp;b=2"/>`;
const list = (...outlines: string[]) =>
  `<?xml version="1.0"?><opml version="1.0"><head/><body>${outlines.join('\n')}</body></opml>`;

const read = (text: string) =>
  [...new DOMParser().parseFromString(text, 'text/xml').querySelectorAll('outline')].map((feed) => [
    feed.getAttribute('text'),
    feed.getAttribute('xmlUrl'),
  ]);

test('a list within the server’s limits is sent as it is', () => {
  expect(opmlParts(list(outline(1)))).toEqual([list(outline(1))]);
  expect(opmlParts('no list at all')).toEqual(['no list at all']);
});

test('a longer list is split, with each feed once and in order', () => {
  const feeds = Array.from({ length: 1_000 }, (_, at) =>
    outline(at, ` description="${'“'.repeat(90)}"`),
  );
  const parts = opmlParts(list(`<outline text="Folder">${feeds.join('')}</outline>`));
  expect(parts.length).toBeGreaterThan(1);
  for (const text of parts) {
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(new TextEncoder().encode(JSON.stringify({ text })).length).toBeLessThan(64 * 1024);
  }
  expect(parts.flatMap(read)).toEqual(
    feeds.map((_, at) => [`Feed ${at} & more`, `https://blog.example/${at}?a=1&b=2`]),
  );
});

test('a list within the characters but beyond the bytes is split too', () => {
  const feeds = Array.from({ length: 300 }, (_, at) =>
    outline(at, ` description="${'“'.repeat(70)}"`),
  );
  const text = list(...feeds);
  expect(text.length).toBeLessThan(60_000);
  expect(opmlParts(text).flatMap(read)).toHaveLength(300);
});

test.each([
  ['no XML', `<opml>${'x'.repeat(70_000)}`, 'not an OPML list'],
  ['without a feed', list(`<outline text="${'x'.repeat(70_000)}"/>`), 'There are no feeds'],
])('a long list that is %s is refused', (_what, text, told) => {
  expect(() => opmlParts(text)).toThrow(told);
});
