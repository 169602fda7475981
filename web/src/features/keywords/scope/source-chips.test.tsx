import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Watch, WatchPreviewInput } from '@/api/types';
import { LEMMY } from '@/lib/places';
import { aPlanEstimate } from '@/testing/coverage';
import { anItem, aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview } from '@/testing/preview';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { HN, signInWithSites } from '@/testing/sites';
import { keywordField, openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const RUST = 'c/rust@programming.dev';
const KEPT = 'A keyword listens to at least one source. Turn on another one first.';

const sources = () => within(screen.getByRole('group', { name: 'Sources' }));
const source = (name: string) => sources().getByRole('checkbox', { name });
const chosen = () =>
  within(screen.getByRole('list', { name: 'Selected subreddits' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

beforeEach(() => {
  signInWithSites({ isPro: true });
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  MatcherWorker.calls = [];
});

async function openEditor(changes: Partial<Watch>) {
  const served = serveWatches([aWatch(changes)]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await screen.findByRole('dialog', { name: 'Edit Keyword' });
  return { user, ...served };
}

test('where the server reads Reddit alone, there is nothing to choose', async () => {
  signIn();
  server.resetHandlers();
  serveWatches();
  await openAddDialog();
  expect(subredditField()).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Sources' })).toBeNull();
});

test('a new keyword listens to Reddit alone', async () => {
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  expect(source('Reddit')).toBeChecked();
  expect(source('Hacker News')).not.toBeChecked();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: ['all'] }]);
});

test('where Reddit is not read, a new keyword listens to all that is', async () => {
  signInWithSites({ isPro: true, readsReddit: false });
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: [HN] }]);
});

test('a site that is turned on is searched, counted and saved', async () => {
  const counted: WatchPreviewInput[] = [];
  server.use(
    http.post('*/api/keywords/preview', async ({ request }) => {
      counted.push((await request.json()) as WatchPreviewInput);
      return HttpResponse.json(aPreview());
    }),
  );
  const { asked, saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(source('Hacker News'));
  expect(chosen()).toEqual(['r/all']);
  await waitFor(() => expect(asked).toEqual(['all', `all,${HN}`]));
  await waitFor(() => expect(counted.at(-1)?.subreddits).toEqual(['all', HN]));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: ['all', HN] }]);
  expect(await screen.findByText('r/all, Hacker News • 12 matches')).toBeInTheDocument();
});

test('the live preview finds items of a site', async () => {
  serveWatches([], [anItem(1, { subreddit: HN, title: 'A garden', body: 'Rust is here' })]);
  const { user } = await openAddDialog();
  await user.click(source('Hacker News'));
  await user.type(keywordField(), 'garden');
  const preview = within(screen.getByRole('region', { name: 'Live preview' }));
  expect(await preview.findByText(/^1 of 1 recent item/)).toBeVisible();
  expect(preview.getByText('Hacker News • Post')).toBeVisible();
  await user.click(source('Reddit'));
  expect(await preview.findByText(/^1 of 1 recent item/)).toBeVisible();
});

test('without Reddit there are no subreddits to name or to exclude', async () => {
  const { asked, saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(source('Hacker News'));
  await user.click(screen.getByText('Exclusions'));
  await user.type(screen.getByRole('combobox', { name: 'Excluded subreddits' }), 'nowhere,');
  await user.type(screen.getByRole('textbox', { name: 'Excluded authors' }), 'someone{Enter}');
  await user.click(source('Reddit'));
  expect(screen.queryByRole('combobox', { name: /subreddits/i })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove someone' })).toBeVisible();
  await waitFor(() => expect(asked.at(-1)).toBe(HN));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([
    { subreddits: [HN], excludedSubreddits: [], excludedAuthors: ['someone'] },
  ]);
});

test('the last source stays on, and the form says why', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  source('Reddit').focus();
  await user.keyboard(' ');
  expect(source('Reddit')).toBeChecked();
  expect(sources().getByRole('status')).toHaveTextContent(KEPT);
  await user.tab();
  expect(source('Hacker News')).toHaveFocus();
  await user.keyboard(' ');
  expect(screen.queryByText(KEPT)).toBeNull();
  await user.click(source('Reddit'));
  await user.click(source('Hacker News'));
  expect(source('Hacker News')).toBeChecked();
  expect(screen.getByText(KEPT)).toBeVisible();
});

test('sites of a keyword are not subreddits in its form', async () => {
  const { user, saved } = await openEditor({ subreddits: [HN, 'tea'] });
  expect(chosen()).toEqual(['r/tea']);
  expect(source('Hacker News')).toBeChecked();
  await user.click(source('Hacker News'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ subreddits: ['tea'] }]);
});

test('turning Reddit on includes all of it at first', async () => {
  const { user, saved } = await openEditor({ subreddits: [HN] });
  expect(source('Reddit')).not.toBeChecked();
  expect(screen.queryByRole('combobox', { name: 'Subreddits' })).toBeNull();
  await user.click(source('Reddit'));
  expect(chosen()).toEqual(['r/all']);
  await user.click(screen.getByRole('button', { name: 'Remove r/all' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ subreddits: ['all', HN] }]);
});

test('an unchanged form leaves no draft', async () => {
  const { user } = await openEditor({ subreddits: [HN, 'tea'] });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Edit rust' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Keyword' })).toBeVisible();
  expect(screen.queryByText(/Your earlier input/)).toBeNull();
});

test('what was chosen is kept when the form is left', async () => {
  const { user } = await openEditor({ subreddits: ['tea'] });
  await user.click(source('Hacker News'));
  await user.click(source('Reddit'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Edit rust' }));
  expect(await screen.findByText(/Your earlier input/)).toBeVisible();
  expect(source('Reddit')).not.toBeChecked();
  expect(source('Hacker News')).toBeChecked();
});

test('a site that the server no longer reads can still be turned off', async () => {
  signIn();
  server.resetHandlers();
  const { user, saved } = await openEditor({ subreddits: ['tea', HN] });
  await user.click(source('Hacker News'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ subreddits: ['tea'] }]);
});

test.each(['hacker news', HN, 'News.YCombinator.com'])(
  'a site typed as a subreddit is turned on: %s',
  async (typed) => {
    const { saved } = serveWatches();
    const { user } = await openAddDialog();
    await user.type(keywordField(), 'rust');
    await user.type(subredditField(), typed);
    await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
    await screen.findByText('Keyword added successfully!');
    expect(saved).toMatchObject([{ subreddits: ['all', HN] }]);
  },
);

test('a keyword listens to all of Lemmy or to some communities', async () => {
  signInWithSites({ isPro: true }, [HN, LEMMY]);
  const { asked, saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  expect(screen.queryByRole('textbox', { name: 'Lemmy communities' })).toBeNull();
  await user.click(source('Lemmy'));
  await user.click(source('Reddit'));
  await waitFor(() => expect(asked.at(-1)).toBe(LEMMY));
  const typed = 'rust@programming.dev, https://lemmy.world/c/tea ';
  await user.type(screen.getByRole('textbox', { name: 'Lemmy communities' }), typed);
  await waitFor(() => expect(asked.at(-1)).toBe(`${RUST},c/tea@lemmy.world`));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: [RUST, 'c/tea@lemmy.world'] }]);
});

test('an invalid community is not saved, and the form says how to write one', async () => {
  signInWithSites({ isPro: true }, [LEMMY]);
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(source('Lemmy'));
  await user.type(screen.getByRole('textbox', { name: 'Lemmy communities' }), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('c/rust - Invalid community')).toBeVisible();
  expect(screen.getByText(/^Write a community as name@host/)).toBeVisible();
  expect(saved).toEqual([]);
});

test('the communities of a keyword are in its form', async () => {
  signInWithSites({ isPro: true }, [HN, LEMMY]);
  const { user, saved } = await openEditor({ subreddits: [RUST, 'c/tea@lemmy.world', HN] });
  expect(source('Lemmy')).toBeChecked();
  await user.click(screen.getByRole('button', { name: `Remove ${RUST}` }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ subreddits: ['c/tea@lemmy.world', HN] }]);
});

test('a Lemmy community typed as a subreddit is turned on where Lemmy is read', async () => {
  signInWithSites({ isPro: true }, [HN, LEMMY]);
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.type(subredditField(), `${RUST},`);
  await waitFor(() => expect(source('Lemmy')).toBeChecked());
  expect(await screen.findByRole('button', { name: `Remove ${RUST}` })).toBeVisible();
  await user.click(source('Reddit'));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: [RUST] }]);
});

test('a Lemmy community is not a subreddit where Lemmy is not read', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'c/rust@programming.dev,');
  expect(await screen.findByText('r/c/rust@programming.dev - Invalid subreddit')).toBeVisible();
});

test('a site that the server does not read is not a subreddit', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'lobste.rs,');
  expect(await screen.findByText('r/lobste.rs - Invalid subreddit')).toBeVisible();
});

test('the reading cost is requested for subreddits only', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/coverage/plan', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(aPlanEstimate());
    }),
  );
  serveWatches();
  const { user } = await openAddDialog();
  await user.click(source('Hacker News'));
  await user.type(subredditField(), 'tea,');
  await waitFor(() => expect(asked).toEqual([{ subreddits: ['tea'] }]));
});

test('the server’s refusal of the sources is shown at them', async () => {
  serveWatches();
  const fields = { 'subreddits.0': 'Not this one' };
  server.use(
    http.post('*/api/keywords', () => refusal(422, 'VALIDATION_FAILED', 'Check it', { fields })),
  );
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(source('Hacker News'));
  await user.click(source('Reddit'));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await sources().findByText('Not this one')).toBeVisible();
});
