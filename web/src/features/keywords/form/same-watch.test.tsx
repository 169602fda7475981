import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview, aWeek } from '@/testing/preview';
import { signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { keywordField, openAddDialog, serveWatches } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const REMARK = 'Your keyword “rust” already finds the same';
const lints = [{ code: 'sameAs' as const, text: REMARK, part: null, watchId: 'watch-1' }];
const counted = { searched: 10, perDay: aWeek(0, 0, 0, 0, 0, 0, 0) };

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a keyword that is being saved gets no remark about itself', async () => {
  serveWatches();
  const answer = aGate();
  let asked = 0;
  server.use(
    http.post('*/api/keywords/preview', async () => {
      asked += 1;
      await answer.opened;
      return HttpResponse.json(aPreview({ ...counted, lints }));
    }),
  );
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await waitFor(() => expect(asked).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  // The answer in flight includes the watch that has been saved meanwhile.
  answer.open();
  expect(await screen.findByText(/^Searched 10 items/)).toBeVisible();
  expect(screen.queryByText(REMARK)).toBeNull();
  expect(asked).toBe(1);
});

test('a duplicate is refused at its field, and the remark leads to the other keyword', async () => {
  serveWatches([aWatch()]);
  const text = `${REMARK}. Edit that one instead.`;
  server.use(
    http.post('*/api/keywords/preview', () => HttpResponse.json(aPreview({ ...counted, lints }))),
    http.post('*/api/keywords', () => refusal(409, 'ALREADY_WATCHED', text)),
  );
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await screen.findByText(REMARK);
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await waitFor(() => expect(keywordField()).toHaveAccessibleDescription(text));
  expect(await screen.findByRole('button', { name: 'Open “rust”' })).toBeVisible();
});
