import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { aFeed, serveFeeds, signInWithFeeds } from '@/testing/followed-feeds';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import './keywords-page';

const { place } = aFeed();

test('a feed is named by its title, or by its host if it is not followed', async () => {
  signInWithFeeds();
  serveFeeds({ feeds: [aFeed({ title: 'A Blog' })] });
  serveWatches([
    aWatch({ subreddits: ['tea', place.toUpperCase(), 'feed/news.example/89abcdef'] }),
  ]);
  renderApp('/keywords');
  expect(await screen.findByText('r/tea, A Blog, news.example • 12 matches')).toBeVisible();
});

test('feeds are not requested if no keyword names one', async () => {
  let asked = 0;
  signInWithFeeds();
  server.use(
    http.get('*/api/sources/feeds', () => {
      asked += 1;
      return HttpResponse.json({ feeds: [], limit: 20 });
    }),
  );
  serveWatches([aWatch({ subreddits: ['tea'] })]);
  renderApp('/keywords');
  expect(await screen.findByText('r/tea • 12 matches')).toBeVisible();
  expect(asked).toBe(0);
});
