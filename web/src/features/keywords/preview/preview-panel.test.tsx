import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { anItem } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { keywordField, openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  MatcherWorker.calls = [];
});

test('the preview shows matches and their number while typing', async () => {
  const items = [
    anItem(1, { title: 'Learning Rust &amp; C' }),
    anItem(2, { title: '', body: 'I like rust a lot', kind: 'comment' }),
    ...Array.from({ length: 8 }, (_, index) => anItem(index + 3)),
  ];
  const { asked } = serveWatches([], items);
  const { user } = await openAddDialog();
  const preview = screen.getByRole('region', { name: 'Live preview' });
  expect(await within(preview).findByText('Searches the 10 recent items')).toBeVisible();

  await user.type(keywordField(), 'rust');
  expect(await within(preview).findByText('2 of 10 recent items match')).toBeVisible();
  expect(preview).toHaveTextContent('Learning Rust & C');
  const marks = [...preview.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['Rust', 'rust']);

  await user.type(keywordField(), ' zzz');
  expect(
    await within(preview).findByText(
      'No matches in the last 10 items. New items are checked as they come in.',
    ),
  ).toBeVisible();
  expect(asked).toEqual(['all']);
  expect(MatcherWorker.calls.filter(({ name }) => name === 'setItems')).toHaveLength(1);
});

test('the preview searches the valid subreddits', async () => {
  const { asked } = serveWatches([], [anItem(1)]);
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'webdev,nowhere,');
  await screen.findByText('r/nowhere - Invalid subreddit');
  await waitFor(() => expect(asked.at(-1)).toBe('webdev'));
});

test('a preview that cannot be loaded offers to try again', async () => {
  serveWatches();
  server.use(http.get('*/api/items/recent', () => refusal(422, 'VALIDATION_FAILED', 'no')));
  const { user } = await openAddDialog();
  const preview = screen.getByRole('region', { name: 'Live preview' });
  const again = await within(preview).findByRole('button', { name: 'Try again' });
  serveWatches([], [anItem(1)]);
  await user.click(again);
  expect(await within(preview).findByText('Searches the 1 recent item')).toBeVisible();
});
