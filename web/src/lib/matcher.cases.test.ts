import { describe, expect, test } from 'vitest';

import cases from '../../../crates/matcher/tests/cases.json';
import { matcher, type PreviewItem } from './matcher';

// The same table runs in the matcher's own tests: the preview and the alert agree.
describe('the table of cases', () => {
  test.each(cases)('$name', ({ watch, item, expected }) => {
    const found = matcher.findSpans(watch, item as PreviewItem);
    expect(found).toEqual(expected.map(({ field, start, end }) => ({ field, start, end })));
    for (const { field, start, end, text } of expected) {
      expect((field === 'title' ? item.title : item.body).slice(start, end)).toBe(text);
    }
  });

  test.each(cases)('in a preview: $name', ({ watch, item, expected }) => {
    matcher.setItems([item as PreviewItem]);
    const { total, matches, error } = matcher.search(watch, 1);
    expect(error).toBeUndefined();
    expect(total).toBe(expected.length > 0 ? 1 : 0);
    expect(matches[0]?.spans ?? []).toEqual(
      expected.map(({ field, start, end }) => ({ field, start, end })),
    );
  });
});
