import { describe, expect, test } from 'vitest';

import cases from '../../../../crates/matcher/tests/cases.json';
import { type MatchSpan, type PreviewItem, type SearchResult } from './matcher';
import { Answerer, type CallName } from './protocol';

const answerer = new Answerer();

async function ask(name: CallName, ...args: unknown[]): Promise<unknown> {
  const answered = await answerer.answer({ id: 0, name, args });
  return 'value' in answered ? answered.value : Promise.reject(new Error(answered.error));
}

// The matcher's own tests use the same table, so that previews and alerts agree.
describe('the table of cases', () => {
  test.each(cases)('$name', async ({ watch, item, expected }) => {
    await ask('setItems', [item]);
    const found = (await ask('search', watch, 1)) as SearchResult;
    expect(found.error).toBeUndefined();
    expect(found.total).toBe(expected.length > 0 ? 1 : 0);
    const spans: MatchSpan[] = found.matches[0]?.spans ?? [];
    const texts = item as PreviewItem;
    expect(
      spans.map(({ field, start, end }) => {
        const text = texts[field]?.slice(start, end);
        return { field, start, end, text };
      }),
    ).toEqual(expected);
  });
});
