import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { aCoverage, aKindCoverage, aPlaceCoverage } from '@/testing/coverage';
import { MatcherWorker } from '@/testing/matcher-worker';
import { signIn } from '@/testing/render-app';
import { server } from '@/testing/server';
import { openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

import { scopeHint } from './scope-hint';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const START = 'Separate names with commas. “all” watches every subreddit';

test.each([
  [false, 0.38, `${START}.`],
  [
    true,
    null,
    `${START}: all posts, but only a sample of the comments. To have Harken read every comment in a subreddit, name it.`,
  ],
  [
    true,
    0.38,
    `${START}: all posts, but only a sample of the comments (about 38% in the last hour). To have Harken read every comment in a subreddit, name it.`,
  ],
])('a sample: %s, with a share of %s', (isSample, share, text) =>
  expect(scopeHint(isSample, share)).toBe(text),
);

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
});

test('the form says how much of everything is read until a subreddit is named', async () => {
  serveWatches();
  const comments = aKindCoverage({ completeSince: null, shareOfLastHour: 0.38 });
  const everything = aPlaceCoverage({ name: 'all', comments });
  server.use(http.get('*/api/coverage', () => HttpResponse.json(aCoverage({ everything }))));
  const { user } = await openAddDialog();
  expect(
    await screen.findByText(/a sample of the comments \(about 38% in the last hour\)/),
  ).toBeVisible();
  await user.type(subredditField(), 'rust,');
  expect(await screen.findByText(`${START}.`)).toBeVisible();
});
