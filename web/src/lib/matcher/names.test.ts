import { expect, test } from 'vitest';

import names from '../../../../crates/matcher/tests/names.json';
import type { SubredditEntry } from './matcher';
import { Answerer } from './protocol';

const answerer = new Answerer();

// The matcher's own tests use the same table, so that the form and the server agree.
test.each(names)('$typed is read as on the server', async (row) => {
  const answered = await answerer.answer({ id: 0, name: 'parseSubreddits', args: [row.typed] });
  const { entries } = ('value' in answered ? answered.value : undefined) as {
    entries: SubredditEntry[];
  };
  const errors = entries.flatMap(({ error }) => error ?? []);
  if (row.typed === '' || row.error === undefined) {
    expect(errors).toEqual([]);
    expect(entries.map(({ name }) => name)).toEqual(row.names ?? []);
  } else {
    expect(errors.join()).toContain(row.error);
  }
});
