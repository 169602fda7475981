import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderApp } from '@/testing/render-app';

test.each([
  ['another page begins at its top', 'Terms', 'Terms of Service', 1],
  ['a section of the same page is scrolled to by the page', 'About', 'About Harken', 0],
])('%s', async (_, link, heading, times) => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const { user } = renderApp('/');
  const footer = within(await screen.findByRole('contentinfo'));
  await user.click(footer.getByRole('link', { name: link }));
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(scrollTo).toHaveBeenCalledTimes(times);
});

test('a section of another page is scrolled to by that page', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const { user } = renderApp('/terms');
  const footer = within(await screen.findByRole('contentinfo'));
  await user.click(footer.getByRole('link', { name: 'About' }));
  expect(await screen.findByRole('region', { name: 'About Harken' })).toHaveFocus();
  expect(scrollTo).not.toHaveBeenCalled();
});
