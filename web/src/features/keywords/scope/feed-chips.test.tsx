import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { FollowedFeed, RecentItem, Watch } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { aFeed, serveFeeds, signInWithFeeds } from '@/testing/followed-feeds';
import { MatcherWorker } from '@/testing/matcher-worker';
import { address, renderApp } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { HN } from '@/testing/sites';
import { keywordField, openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const blog = aFeed();
const news = aFeed({ _id: 'feed-2', place: 'feed/news.example/89abcdef', title: 'News' });

const sources = () => within(screen.getByRole('group', { name: 'Sources' }));
const source = (name: string) => sources().getByRole('checkbox', { name });
const feedNames = () =>
  within(screen.getByRole('group', { name: 'Feeds' }))
    .getAllByRole('checkbox')
    .map((chip) => chip.closest('label')?.textContent);

beforeEach(() => {
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

async function open(feeds: FollowedFeed[], sites: string[] = [], items: RecentItem[] = []) {
  signInWithFeeds({ isPro: true, sites });
  serveFeeds({ feeds });
  const served = serveWatches([], items);
  const { user } = await openAddDialog();
  return { user, ...served };
}

async function edit(changes: Partial<Watch>, feeds: FollowedFeed[], readsFeeds = true) {
  signInWithFeeds({ isPro: true, readsFeeds });
  serveFeeds({ feeds });
  const served = serveWatches([aWatch(changes)]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await screen.findByRole('dialog', { name: 'Edit Keyword' });
  return { user, ...served };
}

test('a feed is turned on among the sources, searched and saved', async () => {
  const { user, asked, saved } = await open([blog, news]);
  await user.type(keywordField(), 'rust');
  await user.click(await sources().findByRole('checkbox', { name: 'News' }));
  expect(source('A Blog')).not.toBeChecked();
  await waitFor(() => expect(asked.at(-1)).toBe(`all,${news.place}`));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: ['all', news.place] }]);
});

test('a keyword can listen to feeds alone', async () => {
  const { user, saved } = await open([blog], [HN]);
  await user.type(keywordField(), 'rust');
  await user.click(await sources().findByRole('checkbox', { name: 'A Blog' }));
  await user.click(source('Reddit'));
  expect(screen.queryByRole('combobox', { name: 'Subreddits' })).toBeNull();
  await user.click(source('A Blog'));
  expect(source('A Blog')).toBeChecked();
  expect(screen.getByText(/A keyword listens to at least one source/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: [blog.place] }]);
});

test('the live preview finds an entry of a feed, and none of a feed that is off', async () => {
  const entry = anItem(1, { subreddit: blog.place, title: 'A garden', body: 'Rust is here' });
  const { user } = await open([blog, news], [], [entry]);
  await user.click(await sources().findByRole('checkbox', { name: 'A Blog' }));
  await user.type(keywordField(), 'garden');
  const preview = within(screen.getByRole('region', { name: 'Live preview' }));
  expect(await preview.findByText(/^1 of 1 recent item/)).toBeVisible();
  expect(preview.getByText('A Blog • Post')).toBeVisible();
  await user.click(source('Reddit'));
  expect(await preview.findByText(/^1 of 1 recent item/)).toBeVisible();
  await user.click(source('News'));
  await user.click(source('A Blog'));
  expect(await preview.findByText(/^0 of 1 recent item/)).toBeVisible();
});

test('a few of many feeds are shown until more are requested', async () => {
  const feeds = Array.from({ length: 8 }, (_, at) =>
    aFeed({ _id: `feed-${at}`, place: `feed/blog.example/0000000${at}`, title: `Blog ${at}` }),
  );
  const { user } = await edit({ subreddits: ['tea', 'feed/blog.example/00000007'] }, feeds);
  await waitFor(() =>
    expect(feedNames()).toEqual(['Blog 7', 'Blog 0', 'Blog 1', 'Blog 2', 'Blog 3']),
  );
  await user.click(screen.getByRole('button', { name: '3 more' }));
  expect(feedNames()).toHaveLength(8);
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull();
});

test('a user who follows no feed gets a link to the page of feeds', async () => {
  const { user } = await open([]);
  await user.click(await sources().findByRole('link', { name: 'Follow a feed' }));
  expect(address()).toBe('/feeds');
});

test('feeds of a keyword are not subreddits in its form, and can be turned off', async () => {
  const { user, saved } = await edit({ subreddits: ['tea', blog.place] }, [blog]);
  expect(await sources().findByRole('checkbox', { name: 'A Blog' })).toBeChecked();
  expect(screen.getByRole('list', { name: 'Selected subreddits' })).toHaveTextContent(/^r\/tea$/);
  await user.click(source('A Blog'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ subreddits: ['tea'] }]);
});

test('where feeds are no longer read, the keyword’s own can be turned off, and no other on', async () => {
  const { user, saved } = await edit({ subreddits: ['tea', blog.place] }, [blog, news], false);
  await waitFor(() => expect(feedNames()).toEqual(['A Blog']));
  await user.click(source('A Blog'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ subreddits: ['tea'] }]);
});

test('without the list of feeds, a keyword’s own feed is named by its host', async () => {
  signInWithFeeds({ isPro: true });
  serveFeeds().refuse('GET /sources/feeds', 404, 'NOT_FOUND', 'Nothing here');
  serveWatches([aWatch({ subreddits: [blog.place] })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await screen.findByRole('dialog', { name: 'Edit Keyword' });
  expect(source('blog.example')).toBeChecked();
});

test('a feed’s place typed as a subreddit turns the feed on', async () => {
  const { user, saved } = await open([blog]);
  await sources().findByRole('checkbox', { name: 'A Blog' });
  await user.type(keywordField(), 'rust');
  await user.type(subredditField(), `${blog.place},`);
  await waitFor(() => expect(source('A Blog')).toBeChecked());
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: ['all', blog.place] }]);
});

test('a message above the form says that a feed is no longer followed', async () => {
  const { user } = await open([blog]);
  const text = 'You do not follow this feed of blog.example.';
  server.use(http.post('*/api/keywords', () => refusal(409, 'FEED_NOT_FOLLOWED', text)));
  await user.type(keywordField(), 'rust');
  await user.click(await sources().findByRole('checkbox', { name: 'A Blog' }));
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText(text)).toBeVisible();
});
