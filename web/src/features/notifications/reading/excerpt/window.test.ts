import { describe, expect, test } from 'vitest';

import { windowOf } from './window';

const nothingFixed = () => false;
const shown = (text: string, match?: { start: number; end: number }, length = 200) => {
  const { start, end } = windowOf(text, nothingFixed, match, length);
  return text.slice(start, end);
};
const at = (text: string, word: string) => {
  const start = text.indexOf(word);
  return { start, end: start + word.length };
};

/** Returns `length` letters without a space. */
const run = (length: number) => 'x'.repeat(length);

describe('the beginning, where no match is further on', () => {
  test('200 characters stay whole, 201 do not', () => {
    expect(shown(run(200))).toBe(run(200));
    expect(shown(run(201))).toBe(run(200));
  });

  test('a sentence end after 70 % of the limit is the cut', () => {
    expect(shown(`${run(140)}. More words ${run(100)}`)).toBe(`${run(140)}.`);
  });

  test('the last of several sentence ends counts', () => {
    expect(shown(`${run(145)}! Yes? ${run(100)}`)).toBe(`${run(145)}! Yes?`);
  });

  test('otherwise a word boundary after 80 % is the cut', () => {
    expect(shown(`${run(161)} ${run(100)}`)).toBe(run(161));
  });

  test('an earlier sentence end or word boundary is the cut, rather than within a word', () => {
    expect(shown(`${run(100)}. ${run(300)}`)).toBe(`${run(100)}.`);
    expect(shown(`${run(50)} ${run(300)}`)).toBe(run(50));
  });

  test('a full stop inside a word is no sentence end', () => {
    expect(shown(`${run(150)}.${run(100)}`)).toBe(`${run(150)}.${run(49)}`);
  });

  test('a hard cut does not split a character that takes several units', () => {
    expect(shown(`x${'🦀'.repeat(150)}`)).toBe(`x${'🦀'.repeat(99)}`);
    expect(shown(`x${'👩‍👩‍👧'.repeat(60)}`)).toBe(`x${'👩‍👩‍👧'.repeat(24)}`);
  });
});

describe('around a match', () => {
  const words = Array.from({ length: 400 }, (_, n) => `word${n}`);

  test('there is as much text before it as after', () => {
    const text = words.join(' ');
    const match = at(text, 'word200');
    const { start, end } = windowOf(text, nothingFixed, match, 200);
    expect(Math.abs(match.start - start - (end - match.end))).toBeLessThan(40);
    expect(text.slice(start, end)).toMatch(/^word\d+ .* word\d+$/);
  });

  test('a sentence that begins near is the beginning', () => {
    const text = `${words.slice(0, 60).join(' ')}. Here it begins, and after a number of words the needle is there. ${words.join(' ')}`;
    expect(shown(text, at(text, 'needle'))).toMatch(/^Here it begins/);
  });

  test('at the end of the text there is more before it', () => {
    const text = `${words.join(' ')} needle`;
    expect(shown(text, at(text, 'needle')).length).toBeGreaterThan(150);
  });

  test('a script without spaces is cut between words, and sentences end without one', () => {
    const text = `${'私は毎日図書館で本を読みます'.repeat(20)}猫${'彼女は音楽が好きです'.repeat(20)}`;
    const { start, end } = windowOf(text, nothingFixed, at(text, '猫'), 60);
    const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
    const cuts = [...segmenter.segment(text)].map(({ index }) => index);
    expect(cuts).toContain(start);
    expect(cuts).toContain(end);
    expect(text.slice(start, end)).toContain('猫');
    const sentences = `${'あ'.repeat(150)}。${'い'.repeat(200)}`;
    expect(shown(sentences)).toBe(`${'あ'.repeat(150)}。`);
  });

  test('a match in a word without end is shown, and the excerpt stays short', () => {
    const text = `${run(1_000)}needle${run(1_000)}`;
    expect(shown(text, at(text, 'needle'))).toContain('needle');
    expect(shown(text, at(text, 'needle')).length).toBeLessThanOrEqual(200);
  });

  test('a match longer than the excerpt is shown whole', () => {
    const text = `${words.join(' ')} ${run(300)} ${words.join(' ')}`;
    expect(shown(text, at(text, run(300)))).toContain(run(300));
  });
});

/** Returns a generator of pseudo-random numbers from 0 to below `below`, the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('no text is cut within a word or a fixed range, and each excerpt is short and shows its match', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const roll = dice(seed);
    const words = Array.from({ length: 40 + roll(200) }, () => {
      const word = 'abcdefghij'.slice(0, 1 + roll(10)).repeat(1 + roll(3));
      return `${word}${['', '', '', ',', '.', '?', '\n'][roll(7)] ?? ''}`;
    });
    const text = words.join(' ');
    const length = 60 + roll(140);
    // Links and the like, of one to five words each and not adjacent.
    const fixed: { start: number; end: number }[] = [];
    let at = 0;
    while (at < text.length) {
      const start = at + text.slice(at).search(/\S/);
      const end = text.indexOf(' ', start + roll(30));
      if (end < 0) break;
      if (roll(3) === 0 && end - start <= length) fixed.push({ start, end });
      at = end + 1;
    }
    const match = fixed[roll(fixed.length + 1)];
    const isFixed = (place: number) => fixed.some(({ start, end }) => place > start && place < end);
    const { start, end } = windowOf(text, isFixed, match, length);

    const note = `seed ${seed}: ${JSON.stringify(text.slice(start, end))}`;
    for (const cut of [start, end]) {
      expect(isFixed(cut), note).toBe(false);
      expect(/\S\S/.test(text.slice(Math.max(cut - 1, 0), cut + 1)) && cut > 0, note).toBe(false);
    }
    expect(start, note).toBeLessThanOrEqual(match?.start ?? 0);
    expect(end, note).toBeGreaterThanOrEqual(match?.end ?? 0);
    // A word or a link at the limit may be shown whole.
    const longest = Math.max(40, ...fixed.map((span) => span.end - span.start));
    expect(end - start, note).toBeLessThanOrEqual(length + 2 * longest);
  }
});
