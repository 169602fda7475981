import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderApp, shownPage } from '@/testing/render-app';

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));

test.each([
  ['Sign In', '/login'],
  ['Get Started', '/register'],
])('the header has %s', async (name, href) => {
  renderApp('/');
  const header = within(await screen.findByRole('navigation', { name: 'Account' }));
  expect(header.getByRole('link', { name })).toHaveAttribute('href', href);
});

test.each([
  [
    'Every mention, and nothing else',
    ['Keyword tracking', 'Instant notifications', 'Privacy first'],
  ],
  [
    'From keyword to conversation in four steps',
    ['Add keywords', 'Choose subreddits', 'Get notified', 'Take action'],
  ],
  ['Start free, pay when it pays off', ['Free', 'Pro']],
])('the section "%s" has its parts in order', async (name, parts) => {
  renderApp('/');
  await shownPage();
  const headings = region(name).getAllByRole('heading', { level: 3 });
  expect(headings.map((heading) => heading.textContent)).toEqual(parts);
});

test.each([
  ['Free', ['$0', 'per month', 'Up to 3 keywords', 'Email alerts', 'AI insights']],
  ['Pro', ['$9.99', 'CAD per month', '$99.99 CAD per year', 'Save 17%', 'Unlimited keywords']],
])('the card of %s has its price, features and a way to register', async (name, texts) => {
  renderApp('/');
  const card = await screen.findByRole('article', { name });
  for (const text of texts) expect(card).toHaveTextContent(text);
  expect(within(card).getByRole('link')).toHaveAttribute('href', '/register');
});

test('no plan sells what does not exist, and Pro nothing that Free includes', async () => {
  renderApp('/');
  const featuresOf = async (name: string) =>
    within(await screen.findByRole('article', { name }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  const [free, pro] = [await featuresOf('Free'), await featuresOf('Pro')];
  for (const feature of [...free, ...pro]) expect(feature).not.toMatch(/extension|soon/i);
  for (const feature of pro) expect(free).not.toContain(feature);
});

test('the extension is announced as coming soon', async () => {
  renderApp('/');
  await shownPage();
  expect(region('Browser extension').getByText('Coming soon')).toBeVisible();
  expect(region('Browser extension').queryByRole('link')).toBeNull();
});

test.each([
  ['Terms of Service', '/terms'],
  ['Refund Policy', '/refund'],
  ['Privacy Policy', '/privacy'],
])('the contact section links to %s', async (name, href) => {
  renderApp('/');
  await shownPage();
  expect(region('Contact').getByRole('link', { name })).toHaveAttribute('href', href);
});

test('the footer states that there is no affiliation', async () => {
  renderApp('/');
  expect(await screen.findByRole('contentinfo')).toHaveTextContent(
    'Harken is not affiliated with Reddit.',
  );
});

test.each([
  ['Features', 'Every mention, and nothing else'],
  ['How it works', 'From keyword to conversation in four steps'],
  ['Pricing', 'Start free, pay when it pays off'],
])('the link %s moves the focus to its section', async (name, section) => {
  const { user } = renderApp('/');
  const links = within(await screen.findByRole('navigation', { name: 'Page' }));
  await user.click(links.getByRole('link', { name }));
  expect(screen.getByRole('region', { name: section })).toHaveFocus();
});

test('an address with a section opens there', async () => {
  renderApp('/#pricing');
  expect(await screen.findByRole('region', { name: /Start free/ })).toHaveFocus();
});
