import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { BrokenWorker } from '@/testing/matcher-worker';
import { renderApp } from '@/testing/render-app';

import { samplePosts } from './sample-posts';

test('without the matcher the posts can be read and the page says so', async () => {
  vi.stubGlobal('Worker', BrokenWorker);
  const { user } = renderApp('/');
  await user.type(await screen.findByLabelText('Try it: type a keyword'), 'invoice');
  expect(await screen.findByText('The matcher does not run in this browser')).toBeVisible();
  const feed = screen.getByRole('region', { name: 'Sample posts' });
  expect(within(feed).getAllByRole('listitem')).toHaveLength(samplePosts.length);
  expect(screen.getAllByRole('link', { name: 'Get Started' })).not.toHaveLength(0);
});
