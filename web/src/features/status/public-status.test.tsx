import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { PublicStatus } from '@/api/types';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

const well: PublicStatus = {
  checkedAt: '2026-01-05T10:00:00Z',
  sources: [
    { source: 'reddit', state: 'on_time' },
    { source: 'news.ycombinator.com', state: 'on_time' },
  ],
  lanes: [
    { lane: 'mail', state: 'on_time' },
    { lane: 'endpoints', state: 'on_time' },
  ],
  announcement: null,
};

const open = (status: PublicStatus) => {
  serve({ 'GET /public-status': status });
  renderApp('/status');
};
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('everyone sees that all is well', async () => {
  open(well);
  expect(await screen.findByText('Everything is on time')).toBeVisible();
  expect(await rows('Reading')).toEqual(['RedditOn time', 'Hacker NewsOn time']);
  expect(await rows('Alerts')).toEqual(['EmailOn time', 'Browsers and channelsOn time']);
});

test('signed-in users see it too, with what is late and any announcement', async () => {
  signIn();
  open({
    ...well,
    sources: [{ source: 'feeds', state: 'failing' }],
    lanes: [{ lane: 'mail', state: 'late' }],
    announcement: { text: 'We are on it.', since: '2026-01-05T10:00:00Z', until: null },
  });
  expect(await screen.findByText('Not everything is on time')).toBeVisible();
  expect(await rows('Reading')).toEqual(['FeedsFailing']);
  expect(await rows('Alerts')).toEqual(['EmailLate']);
  expect(screen.getByText('We are on it.')).toBeVisible();
});

test('a server without the page says so, and a failed request can be retried', async () => {
  serve({ 'GET /public-status': refusal(404, 'NOT_FOUND', 'This page does not exist.') });
  renderApp('/status');
  expect(await screen.findByText('This server has no public status page')).toBeVisible();
});
