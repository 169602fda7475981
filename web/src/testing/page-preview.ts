import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, vi } from 'vitest';

import { anItem } from './fixtures';
import type { MatcherWorker } from './matcher-worker';
import { renderApp, signIn } from './render-app';
import { server } from './server';

/** Opens the dialog for a new keyword with this worker and one post to search, “Green tea”. */
export async function openPreview(worker: typeof MatcherWorker) {
  vi.stubGlobal('Worker', worker);
  // Under load searches would be slow, and left to the worker.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  signIn();
  const items = [anItem(1, { title: 'Green tea' })];
  server.use(http.get('*/api/items/recent', () => HttpResponse.json({ items })));
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  const preview = screen.getByRole('region', { name: 'Live preview' });
  expect(await within(preview).findByText('Searches the 1 recent item')).toBeVisible();
  const marks = () => [...preview.querySelectorAll('mark')].map((mark) => mark.textContent);

  /** Types until `expected` is marked, repeatedly while the page has not loaded its own module. */
  async function type(field: HTMLElement, text: string, expected: string[]) {
    const attempt = async () => {
      await user.clear(field);
      await user.type(field, text);
      expect(marks()).toEqual(expected);
    };
    await vi.waitFor(attempt, { timeout: 30_000 });
  }
  return { user, preview, marks, type };
}
