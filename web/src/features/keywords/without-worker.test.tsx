import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { anItem } from '@/testing/fixtures';
import { BrokenWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Compiled with the file, not within the first test's time.
import './components/keywords-page';

// A file of its own: the worker lives as long as the page.
test('where no worker runs the page itself previews, and leaves regular expressions', async () => {
  vi.stubGlobal('Worker', BrokenWorker);
  // However busy the machine, no search takes too long.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  signIn();
  const tea = anItem(1, { title: 'Green tea' });
  server.use(http.get('*/api/items/recent', () => HttpResponse.json({ items: [tea], perDay: 10 })));
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  const preview = screen.getByRole('region', { name: 'Live preview' });
  expect(await within(preview).findByText('Searches the 1 recent item')).toBeVisible();

  await found(screen.getByRole('textbox', { name: 'Keyword' }), 'tea');
  await user.click(screen.getByRole('radio', { name: /Query/ }));
  const query = screen.getByRole('textbox', { name: 'Query' });
  await found(query, 'tea -coffee');
  await user.clear(query);
  await user.type(query, '/t.a/');
  expect(
    await within(preview).findByText(/The preview does not run in this browser/),
  ).toBeVisible();

  /** Typed again until the module is there. */
  async function found(field: HTMLElement, text: string) {
    const attempt = async () => {
      await user.clear(field);
      await user.type(field, text);
      expect(preview.querySelector('mark')).toHaveTextContent('tea');
    };
    await vi.waitFor(attempt, { timeout: 30_000 });
  }
});
