import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { anItem } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Compiled with the file, not within the first test's time.
import './components/keywords-page';

/** One that never answers a search. */
class SilentWorker extends MatcherWorker {
  override postMessage(call: Parameters<MatcherWorker['postMessage']>[0]) {
    if (call.name !== 'search') super.postMessage(call);
  }
}

// A file of its own: the matcher on the page's own thread lives as long as the page.
test('the preview does not wait for the worker', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  // On a busy machine searches take long, and would be left to the worker.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  signIn();
  const tea = anItem(1, { title: 'Green tea' });
  server.use(http.get('*/api/items/recent', () => HttpResponse.json({ items: [tea], perDay: 10 })));
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  const preview = screen.getByRole('region', { name: 'Live preview' });
  expect(await within(preview).findByText('Searches the 1 recent item')).toBeVisible();
  const marks = () => [...preview.querySelectorAll('mark')].map((mark) => mark.textContent);

  const keyword = screen.getByRole('textbox', { name: 'Keyword' });
  await type(keyword, 'green te', () => expect(marks()).toEqual(['Green te']));
  await user.type(keyword, 'a');
  expect(marks()).toEqual(['Green tea']);
  await user.type(keyword, '?');
  expect(within(preview).getByText(/^Nothing in the last 1 item/)).toBeVisible();

  await user.click(screen.getByRole('radio', { name: /Query/ }));
  const query = screen.getByRole('textbox', { name: 'Query' });
  await type(query, 'green tea', () => expect(marks()).toEqual(['Green', 'tea']));
  // While a group is open its query cannot be read, and what was found stays for a moment.
  await user.type(query, ' (');
  expect(marks()).toEqual(['Green', 'tea']);
  expect(await within(preview).findByText(/^This parenthesis is never closed/)).toBeVisible();
  expect(marks()).toEqual([]);

  /** Again until the module is there: before that the worker is asked, which never answers. */
  async function type(field: HTMLElement, text: string, check: () => void) {
    const attempt = async () => {
      await user.clear(field);
      await user.type(field, text);
      check();
    };
    await vi.waitFor(attempt, { timeout: 30_000 });
  }
});
