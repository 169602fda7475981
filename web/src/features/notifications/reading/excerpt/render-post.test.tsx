import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';

import { renderPost } from './render-post';

afterEach(cleanup);

/** Returns the positions of `word` in a text. */
const placesOf = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'))].map(
    ({ index }) => ({ start: index, end: index + word.length }),
  );

function show(text: string, word: string, length?: number) {
  const post = { text, spans: placesOf(text, word), baseUrl: 'https://forum.example/p/1' };
  const { content, ...rest } = renderPost(post, length);
  const { container } = render(<div>{content}</div>);
  const marks = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  return { container, marks, text: container.textContent, ...rest };
}

const filler = (count: number) => Array.from({ length: count }, (_, n) => `filler${n}`).join(' ');

describe('a match is marked', () => {
  test.each([
    ['in prose', 'a kettle of tea', 'kettle'],
    ['in emphasis', 'a **good kettle** here', 'kettle'],
    ['across emphasis', 'a **good** kettle', 'good** kettle'],
    ['across code', 'a `good` kettle', 'good` kettle'],
    ['after an escape', 'snake\\_case and a kettle', 'kettle'],
    ['with an escape in it', 'call tea\\_kettle now', 'tea\\_kettle'],
    ['beside an entity', 'tea &amp; a kettle', 'kettle'],
    ['in an entity', 'tea &amp; milk', 'amp'],
    ['in a quotation of two lines', '> one line\n> with a kettle', 'kettle'],
    ['in a list', '1. one\n2. a kettle\n   that sings', 'sings'],
    ['in code', 'run `kettle --boil` now', 'kettle'],
    ['in a block of code', '```kettle\nlet x = 1;\nkettle()\n```', 'kettle('],
    ['in indented code', 'so:\n\n    boil(kettle)\n', 'kettle'],
    ['in a table', '| a | b |\n|---|---|\n| tea | kettle |', 'kettle'],
    ['in the text of a link', 'see [the kettle](https://a.example/x)', 'kettle'],
    ['in an address that is its own text', 'see https://a.example/kettle', 'kettle'],
    ['beside an address of mail', 'kettle@a.example has a kettle for you', ' kettle'],
    ['in what an image is called', '![a kettle](https://a.example/i.png)', 'kettle'],
    ['in raw HTML', 'a <kettle> b', 'kettle'],
    ['in a heading', '# The kettle', 'kettle'],
  ])('%s', (_where, text, word) => {
    const { marks, isMatchShown } = show(text, word);
    expect(marks.length).toBeGreaterThan(0);
    expect(isMatchShown).toBe(true);
    const letters = (of: string) => of.replace(/[^a-z]/g, '');
    if (word !== 'amp') expect(letters(marks.join(''))).toContain(letters(word));
    else expect(marks).toEqual(['&']);
  });

  test.each([
    ['emphasis', 'a **good** kettle', 'good** kettle', ['good', ' kettle']],
    ['a link', 'a [good](/tea "Tea") kettle', 'good](/tea "Tea") kettle', ['good', ' kettle']],
    ['an entity', 'R&amp;D', 'R&amp;D', ['R&D']],
    ['a space in an entity', 'good&nbsp;kettle', 'good&nbsp;kettle', ['good\u00a0kettle']],
  ])('where it is seen, over %s', (_what, text, word, expected) => {
    const { marks, hidden } = show(text, word);
    expect(marks).toEqual(expected);
    expect(hidden).toEqual([]);
  });

  test.each([
    ['a link’s address', 'see [this](https://a.example/kettle)'],
    ['an image’s address', '![tea](https://a.example/kettle.png)'],
    ['the title of a link', 'see [this](https://a.example/ "kettle")'],
    ['a reference', 'see [this][1]\n\n[1]: https://a.example/kettle'],
    ['the language of code', '```kettle\nx\n```'],
  ])('and reported where it is hidden in %s', (_where, text) => {
    const { marks, hidden, isMatchShown } = show(text, 'kettle');
    expect(marks).toEqual([]);
    expect(isMatchShown).toBe(false);
    expect(hidden).toEqual(placesOf(text, 'kettle'));
  });
});

describe('an excerpt', () => {
  test('is cut on both sides, with dots, and has the first match in it', () => {
    const { text, marks, isCut } = show(
      `${filler(80)} a kettle ${filler(80)} kettle`,
      'kettle',
      200,
    );
    expect(text).toMatch(/^\.\.\.filler\d+ .* a kettle .* filler\d+\.\.\.$/);
    expect(marks).toEqual(['kettle']);
    expect(isCut).toBe(true);
  });

  test('within the description of a picture says so', () => {
    const described = (line: string) => show(`Look\n\n${line}${filler(60)} kettle`, 'kettle', 100);
    expect(described('🖼️ ').text).toMatch(/^🖼️ \.\.\.filler/);
    expect(described('🖼️ A pot\n\n').text).toMatch(/^\.\.\.filler/);
  });

  test('of a text that fits is the whole text', () => {
    const { text, isCut } = show('a kettle\n\nof tea', 'kettle', 200);
    expect(text).toMatch(/^a kettle\s*of tea$/);
    expect(isCut).toBe(false);
  });

  test.each([
    ['a link', `[${filler(8)} kettle ${filler(8)}](https://a.example/x)`, 'a'],
    ['code', `\`${filler(8)} kettle ${filler(8)}\``, 'code'],
  ])('has %s with all of its text', (_what, construct, tag) => {
    const { container } = show(`${filler(60)} ${construct} ${filler(60)}`, 'kettle', 200);
    expect(container.querySelector(tag)).toHaveTextContent(`${filler(8)} kettle ${filler(8)}`);
  });

  test('leaves out a link that does not fit, with its address', () => {
    const { container, text } = show(
      `a kettle ${filler(18)} [${filler(15)}](https://a.example/x) ${filler(60)}`,
      'kettle',
      200,
    );
    expect(container.querySelector('a')).toBeNull();
    expect(text).not.toContain('](');
  });

  test('keeps emphasis that it cuts, and shows none of its Markdown syntax', () => {
    const { container, text } = show(`**${filler(60)} kettle ${filler(60)}** end`, 'kettle', 200);
    expect(container.querySelector('strong')).toHaveTextContent('kettle');
    expect(text).not.toContain('*');
  });

  test('of a list continues with its number, and leaves the other items out', () => {
    const items = Array.from({ length: 60 }, (_, n) => `${n + 1}. step number ${n + 1}`);
    items[30] = '31. put the kettle on';
    const { container } = show(items.join('\n'), 'kettle', 100);
    const list = container.querySelector('ol');
    const first = container.querySelector('li')?.textContent ?? '';
    expect(first).toContain(`step number ${list?.start}`);
    expect(container.querySelectorAll('li').length).toBeLessThan(9);
  });

  test('of code is cut between lines', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `let number${n} = ${n};`);
    lines[30] = 'boil(kettle);';
    const { container } = show(`\`\`\`js\n${lines.join('\n')}\n\`\`\``, 'kettle', 100);
    const shown = container.querySelector('code')?.textContent.split('\n') ?? [];
    for (const line of shown) expect(['', '...', ...lines]).toContain(line);
    expect(shown).toContain('boil(kettle);');
  });

  test('of a table has whole rows', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| tea ${n} | price ${n} |`);
    rows[20] = '| kettle | price 20 |';
    const { container } = show(`| a | b |\n|---|---|\n${rows.join('\n')}`, 'kettle', 100);
    for (const row of container.querySelectorAll('tr')) expect(row.children).toHaveLength(2);
    expect(container.querySelector('mark')).toHaveTextContent('kettle');
  });

  test('is around a match that formatting hides', () => {
    const text = `${filler(80)} [here it is](https://a.example/kettle) ${filler(80)}`;
    expect(show(text, 'kettle', 200).container).toHaveTextContent('here it is');
  });

  test('is around a visible match, when the first is hidden', () => {
    const text = `[x](https://a.example/kettle) ${filler(60)} kettle ${filler(60)}`;
    expect(show(text, 'kettle', 200).marks).toEqual(['kettle']);
  });

  test('of a very long text parses the part with the match alone, and is cut on both sides', () => {
    const paragraphs = Array.from({ length: 400 }, (_, n) => `Paragraph ${n}. ${filler(20)}`);
    paragraphs[200] = 'Here is **the kettle** at last.';
    const { container, text, isCut } = show(paragraphs.join('\n\n'), 'kettle', 200);
    expect(container.querySelector('strong mark')).toHaveTextContent('kettle');
    expect(text).toMatch(/^\.\.\..*\.\.\.$/s);
    expect(isCut).toBe(true);
  });

  test('of very long code is still code', () => {
    const code = Array.from({ length: 900 }, (_, n) => `*step${n}*\n`);
    code[700] = '*kettle*\n';
    const { container } = show(`\`\`\`\n${code.join('\n')}\`\`\``, 'kettle', 200);
    expect(container.querySelector('code mark')).toHaveTextContent('kettle');
    expect(container.querySelector('em')).toBeNull();
  });

  test.each(['[', '*a **b ', '> ', '![', '`', '<a ', '- ', '1. '])(
    'exists of a text of “%s” that would keep the parser busy for minutes',
    (piece) => {
      const half = piece.repeat(20_000 / piece.length);
      expect(show(`${half}kettle${half}`, 'kettle', 200).marks).toEqual(['kettle']);
      const { marks, hidden } = show(`${half}kettle`.slice(-4_000), 'kettle', 200);
      expect(marks.length + hidden.length).toBe(1);
    },
  );
});
