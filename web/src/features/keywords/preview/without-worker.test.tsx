import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { BrokenWorker } from '@/testing/matcher-worker';
import { openPreview } from '@/testing/page-preview';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

test('without a worker the page itself previews, except for regular expressions', async () => {
  const { user, preview, type } = await openPreview(BrokenWorker);
  await type(screen.getByRole('textbox', { name: 'Keyword' }), 'tea', ['tea']);
  await user.click(screen.getByRole('radio', { name: /Query/ }));
  const query = screen.getByRole('textbox', { name: 'Query' });
  await type(query, 'tea -coffee', ['tea']);
  await user.clear(query);
  await user.type(query, '/t.a/');
  expect(
    await within(preview).findByText(/The preview does not run in this browser/),
  ).toBeVisible();
});
