import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

import { setReadingPane } from '../reading/reading-pane-state';
import { densityOf, setDensity } from './density';

// Imported here so that compiling it does not count against the first test.
import './notifications-page';

beforeEach(() => {
  signIn();
  setDensity('rows');
});

afterEach(() => {
  setDensity('cards');
  setReadingPane(false);
});

const titled = (...titles: string[]): Notification[] =>
  titles.map((title) => {
    const { redditPost } = aNotification();
    return aNotification({
      ...{ _id: title, storyId: title, matches: [{ field: 'body', start: 12, end: 17 }] },
      redditPost: { ...redditPost, title, content: 'There was **weird** <b>text</b> here.' },
    });
  });

const row = (title: string) => screen.getByRole('article', { name: new RegExp(` ${title}$`) });
const opener = (title: string) => screen.getByRole('button', { name: title });

/** Makes the media queries match that contain `part`. */
function matchMedia(part: string) {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      ...{ media, matches: media.includes(part) },
    }) as unknown as MediaQueryList;
}

async function openRows(notifications = titled('a1', 'b1'), query = '?view=timeline') {
  const served = serveNotifications(notifications);
  const { user } = renderApp(`/notifications${query}`);
  if (query === '') await user.click(await screen.findByRole('button', { name: /^"rust"/ }));
  await screen.findAllByRole('article');
  served.asked.length = 0;
  return { user, ...served };
}

test('density is a labelled menu, and remembered on this device', async () => {
  setDensity('cards');
  const { user } = await openRows();
  const choose = async (from: string, to: string) => {
    await user.click(screen.getByRole('button', { name: `Density: ${from}` }));
    await user.click(await screen.findByRole('menuitemradio', { name: to }));
  };
  await choose('Cards', 'Rows');
  expect(localStorage.getItem('density')).toBe('rows');
  expect(opener('a1')).toHaveAttribute('aria-expanded', 'false');
  await choose('Rows', 'Cards');
  expect(localStorage.getItem('density')).toBeNull();
});

test.each([
  [null, 'cards'],
  ['rows', 'rows'],
  ['compact', 'rows'],
] as const)('“%s”, as it is stored, means %s', (stored, density) => {
  expect(densityOf(stored)).toBe(density);
});

test.each(['?view=timeline', ''])(
  'a row opens as a card in place, and closes: %s',
  async (query) => {
    const { user } = await openRows(titled('a1', 'b1'), query);
    // Its text has no marks of Markdown or HTML.
    expect(row('a1')).toHaveTextContent(/There was weird text here\./);
    expect(within(row('a1')).getByText('weird').tagName).toBe('MARK');
    expect(within(row('a1')).queryByRole('button', { name: 'View Post' })).toBeNull();

    await user.click(within(row('a1')).getByText(/There was/));
    expect(opener('a1')).toHaveAttribute('aria-expanded', 'true');
    expect(await within(row('a1')).findByRole('button', { name: 'Why this alert?' })).toBeVisible();
    expect(within(row('a1')).getByRole('button', { name: 'View Post' })).toBeVisible();
    expect(opener('b1')).toHaveAttribute('aria-expanded', 'false');

    await user.click(opener('a1'));
    expect(opener('a1')).toHaveAttribute('aria-expanded', 'false');
  },
);

test('keys move between rows, open and close them, and act on them', async () => {
  const { user, asked } = await openRows(titled('a1', 'b1', 'c1'));
  await user.keyboard('j{Enter}');
  expect(opener('a1')).toHaveAttribute('aria-expanded', 'true');
  await user.click(within(row('a1')).getByRole('button', { name: 'Why this alert?' }));
  await user.keyboard('{Escape}');
  expect(opener('a1')).toHaveAttribute('aria-expanded', 'false');
  expect(row('a1')).toHaveFocus();
  await user.keyboard('jw');
  expect(await within(row('b1')).findByRole('group', { name: 'Why this alert' })).toBeVisible();
  await user.keyboard('je');
  await waitFor(() => expect(asked).toContain('PATCH /notifications/c1/archive'));
});

test('a story can be expanded without opening its row', async () => {
  const story = titled('a1', 'a2').map((one) => ({ ...one, storyId: 's', threadId: 't' }));
  const { user } = await openRows(story);
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '1 more in this thread' }));
  expect(opener('a1')).toHaveAttribute('aria-expanded', 'false');
  expect(opener('a2')).toHaveAttribute('aria-expanded', 'false');
});

test('on touch screens, the actions are words in one menu', async () => {
  matchMedia('pointer: coarse');
  const { user, asked } = await openRows(titled('a1', 'b1'));
  const buttons = within(row('a1')).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['a1', 'More']);
  await user.click(within(row('a1')).getByRole('button', { name: 'More' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    ...['View Post', 'Mark as read', 'Archive', 'Not relevant', 'Mute…', 'Star', 'Add note…'],
    ...['Snooze for 1 hour', 'Snooze until tomorrow, 08:00', 'Snooze for a week'],
    ...['Copy link', 'Copy as Markdown', 'Delete notification'],
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Archive' }));
  await waitFor(() => expect(asked).toContain('PATCH /notifications/a1/archive'));
  // The row did not open meanwhile, and keys work as with a mouse.
  await user.keyboard('jm');
  await waitFor(() => expect(asked).toContain('PATCH /notifications/b1/read'));
});

test('beside the reading pane, a row opens there and stays a row', async () => {
  matchMedia('min-width: 80rem');
  server.use(
    http.get('*/api/notifications/:id/explanation', () => refusal(404, 'NOT_FOUND', 'Gone.')),
  );
  const { user } = await openRows();
  await user.click(screen.getByRole('button', { name: 'Reading pane' }));
  // A narrow row shows the text with the match, and not the title.
  const [opens] = screen.getAllByRole('button', { name: 'There was weird text here.' });
  if (!opens) throw new Error('there are two');
  await user.click(opens);
  const pane = within(screen.getByRole('region', { name: 'Reading pane' }));
  expect(pane.getByRole('heading', { name: 'a1' })).toBeVisible();
  // What the row says is not repeated.
  expect(pane.queryByText(/r\/programming|ago$/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Why this alert?' })).toBeNull();
  expect(opens).not.toHaveAttribute('aria-expanded');
});
