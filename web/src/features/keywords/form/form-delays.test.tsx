import { act, fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  server.use(
    http.get('*/api/items/recent', () => HttpResponse.json({ items: [] })),
    http.post('*/api/keywords', () => HttpResponse.json(aWatch(), { status: 201 })),
  );
});
afterEach(() => vi.useRealTimers());

async function openAdd() {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  return user;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the suggestions stay for 200 ms after the field is left', async () => {
  const user = await openAdd();
  const field = screen.getByRole('combobox', { name: 'Subreddits' });
  await user.click(field);
  await screen.findByRole('listbox');
  vi.useFakeTimers();
  fireEvent.blur(field);
  await pass(199);
  expect(screen.getByRole('listbox')).toBeVisible();
  await pass(1);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('the dialog stays for 1.5 s after a save, and opens empty again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = await openAdd();
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  // The clock runs on while the screen is searched, so this is not exact to the millisecond.
  await pass(800);
  expect(screen.getByRole('dialog')).toBeVisible();
  await pass(700);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(screen.getByRole('textbox', { name: 'Keyword' })).toHaveValue('');
});
