import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { MatcherWorker } from '@/testing/matcher-worker';
import { signIn } from '@/testing/render-app';
import { server } from '@/testing/server';
import { keywordField, openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const offered = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent);
const chosen = () =>
  within(screen.getByRole('list', { name: 'Selected subreddits' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  MatcherWorker.calls = [];
});

test('with an empty input the first 10 popular names are suggested', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.click(subredditField());
  const options = await within(await screen.findByRole('listbox')).findAllByRole('option');
  expect(options).toHaveLength(10);
  expect(options[0]).toHaveTextContent('r/all(popular)');
});

test('typed text is suggested first, and the arrow keys choose', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'scr');
  await waitFor(() =>
    expect(offered()).toEqual(['r/scr', 'r/javascript(popular)', 'r/typescript(popular)']),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const active = within(screen.getByRole('listbox')).getByRole('option', { selected: true });
  expect(subredditField()).toHaveAttribute('aria-activedescendant', active.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chosen()).toEqual(['r/javascript']));
  expect(subredditField()).toHaveValue('');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Escape closes the suggestions, not the dialog', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.click(subredditField());
  await screen.findByRole('listbox');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('leaving the field hides the suggestions and takes what was typed', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'saas');
  await user.click(keywordField());
  // The name is in the forum's own spelling.
  await waitFor(() => expect(chosen()).toEqual(['r/SaaS']));
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('invalid names are listed in red and can be removed, and nothing is sent until they are gone', async () => {
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(subredditField());
  await user.paste('webdev, nowhere, a b, unreachable');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  const invalid = await screen.findByRole('list', { name: 'Invalid subreddits' });
  await waitFor(() => expect(within(invalid).getAllByRole('listitem')).toHaveLength(3));
  expect(within(invalid).getByText('r/nowhere - Invalid subreddit')).toBeVisible();
  expect(within(invalid).getByText('r/a b - Invalid subreddit')).toBeVisible();
  expect(within(invalid).getByText('The forum does not answer')).toBeVisible();
  expect(chosen()).toEqual(['r/webdev']);
  expect(saved).toEqual([]);

  for (const name of ['nowhere', 'a b', 'unreachable']) {
    await user.click(screen.getByRole('button', { name: `Remove r/${name}` }));
  }
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: ['webdev'] }]);
});

test.each([
  ['web', true],
  ['a'.repeat(21), true],
  ['Under_score1', true],
  ['ab', true],
  ['a', false],
  ['a'.repeat(22), false],
  ['has-dash', false],
  ['_first', false],
])('the name “%s” is valid: %s', async (name, isValid) => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.type(subredditField(), `${name},`);
  if (isValid) await waitFor(() => expect(chosen()).toEqual([`r/${name}`]));
  else expect(await screen.findByText(`r/${name} - Invalid subreddit`)).toBeVisible();
});

test('a name is shown as being checked until the server has answered', async () => {
  serveWatches();
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/subreddits/validate/:name', async () => {
      await wait;
      return HttpResponse.json({ exists: true, name: 'webdev' });
    }),
  );
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'webdev,');
  expect(await screen.findByText('Checking subreddits...')).toBeInTheDocument();
  answer();
  await waitFor(() => expect(screen.queryByText('Checking subreddits...')).toBeNull());
  expect(chosen()).toEqual(['r/webdev']);
});
