import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { MatcherWorker } from '@/testing/matcher-worker';
import { openPreview } from '@/testing/page-preview';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

/** A worker that never answers a search. */
class SilentWorker extends MatcherWorker {
  override postMessage(call: Parameters<MatcherWorker['postMessage']>[0]) {
    if (call.name !== 'search') super.postMessage(call);
  }
}

test('the preview does not wait for the worker', async () => {
  const { user, preview, marks, type } = await openPreview(SilentWorker);
  const keyword = screen.getByRole('textbox', { name: 'Keyword' });
  await type(keyword, 'green te', ['Green te']);
  await user.type(keyword, 'a');
  expect(marks()).toEqual(['Green tea']);
  await user.type(keyword, '?');
  expect(within(preview).getByText(/^No matches in the last 1 item/)).toBeVisible();

  await user.click(screen.getByRole('radio', { name: /Query/ }));
  const query = screen.getByRole('textbox', { name: 'Query' });
  await type(query, 'green tea', ['Green', 'tea']);
  // While a group is open its query cannot be read, and the previous matches stay for a moment.
  await user.type(query, ' (');
  expect(marks()).toEqual(['Green', 'tea']);
  expect(await within(preview).findByText(/^This parenthesis is never closed/)).toBeVisible();
  expect(marks()).toEqual([]);
});
