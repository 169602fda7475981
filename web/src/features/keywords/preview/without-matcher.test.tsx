import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import * as matcher from '@/lib/matcher/matcher';
import { aWatch } from '@/testing/fixtures';
import { BrokenWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

test('without the matcher the preview says so and the form still saves', async () => {
  vi.stubGlobal('Worker', BrokenWorker);
  vi.spyOn(matcher, 'loadMatcher').mockRejectedValue(new Error('404'));
  signIn();
  server.use(
    http.get('*/api/items/recent', () => HttpResponse.json({ items: [] })),
    http.get('*/api/subreddits/validate/:name', ({ params }) =>
      HttpResponse.json({ exists: true, name: params.name }),
    ),
    http.post('*/api/keywords', () => HttpResponse.json(aWatch(), { status: 201 })),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'rust');
  expect(await screen.findByText(/The preview does not run in this browser/)).toBeVisible();
  await user.type(screen.getByRole('combobox', { name: 'Subreddits' }), 'webdev, rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Keyword added successfully!')).toBeVisible();
});
