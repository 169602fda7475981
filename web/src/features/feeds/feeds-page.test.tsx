import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import * as files from '@/lib/save-file';
import { aFeed, serveFeeds, signInWithFeeds } from '@/testing/followed-feeds';
import { address, renderApp, shownPage, signIn } from '@/testing/render-app';

// Imported here so that compiling the page does not count against the first test.
import './components/feeds-page';

const other = aFeed({
  _id: 'feed-2',
  place: 'feed/news.example/89abcdef',
  title: 'News',
  address: 'https://news.example/rss',
});

const box = () => screen.getByRole('textbox', { name: 'Address of a feed or a web page' });
const followButton = () => screen.getByRole('button', { name: 'Follow' });
const rows = () =>
  within(screen.getByRole('list', { name: 'Feeds you follow' })).getAllByRole('listitem');
const row = (at: number) => within(rows().at(at) ?? document.body);
const noRows = () =>
  waitFor(() => expect(screen.queryByRole('list', { name: 'Feeds you follow' })).toBeNull());

async function open(options: Parameters<typeof serveFeeds>[0] = {}) {
  signInWithFeeds();
  const served = serveFeeds(options);
  const { user } = renderApp('/feeds');
  await screen.findByText(/^\d+ of \d+$/);
  return { user, ...served };
}

async function follow(user: Awaited<ReturnType<typeof open>>['user'], typed: string) {
  await user.type(box(), typed);
  await user.click(followButton());
}

test('feeds are listed with title, address and how they are read', async () => {
  await open({
    feeds: [
      aFeed(),
      { ...other, failures: 2, readAt: null, error: 'there was no answer in time' },
      aFeed({ _id: 'feed-3', title: 'Old', isStopped: true, site: 'javascript:alert(1)' }),
      aFeed({ _id: 'feed-4', title: 'mail', address: '', site: '', pushName: 'mail' }),
    ],
  });
  expect(screen.getByText('4 of 20')).toBeVisible();
  const [blog, news, old, mail] = rows();
  expect(blog).toHaveTextContent(`A Blog${aFeed().address}Checked just now`);
  expect(row(0).getByRole('link', { name: 'A Blog' })).toHaveAttribute(
    'href',
    'https://blog.example/',
  );
  expect(news).toHaveTextContent('Could not be read yet: there was no answer in time');
  expect(old).toHaveTextContent('Stopped: the address no longer exists');
  expect(row(2).queryByRole('link')).toBeNull();
  expect(mail).toHaveTextContent('/api/items?source=mail');
  expect(mail).toHaveTextContent('Waiting for its first item');
  expect(row(3).getByRole('button', { name: 'Copy the command for mail' })).toBeVisible();
});

test('users who follow no feed see how to begin', async () => {
  await open();
  expect(screen.getByText('You do not follow any feeds')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
});

test('an address is followed, and the list has it', async () => {
  const { user, asked } = await open();
  await follow(user, ' https://blog.example/feed ');
  expect(await screen.findByText('You follow blog.example')).toBeVisible();
  expect(asked).toEqual(['https://blog.example/feed']);
  expect(rows()).toHaveLength(1);
  expect(box()).toHaveValue('');
});

test('a name at a known service is enough', async () => {
  const { user, asked } = await open();
  await user.selectOptions(screen.getByLabelText('What do you want to follow?'), 'GitHub releases');
  const repository = screen.getByRole('textbox', { name: 'Repository' });
  await user.type(repository, 'rust');
  await user.click(followButton());
  expect(repository).toHaveAccessibleDescription('Enter something like rust-lang/rust');
  await user.type(repository, '-lang/rust');
  await user.click(followButton());
  await waitFor(() => expect(asked).toEqual(['https://github.com/rust-lang/rust/releases.atom']));
});

test('a feed that is followed already is reported as such', async () => {
  const { user } = await open({ feeds: [aFeed()] });
  await follow(user, aFeed().address);
  expect(await screen.findByText('You follow A Blog already')).toBeVisible();
});

test('each of several feeds of a page can be followed', async () => {
  const page = 'https://blog.example';
  const choices = [
    { title: 'Posts', address: `${page}/posts` },
    { title: 'Comments', address: `${page}/comments` },
  ];
  const { user, asked } = await open({ pages: { [page]: choices } });
  await follow(user, page);
  const question = /^This page has several feeds/;
  expect(await screen.findByRole('heading', { name: question })).toHaveFocus();
  const list = within(screen.getByRole('list', { name: question }));
  await user.click(list.getByRole('button', { name: 'Follow Comments' }));
  expect(await list.findByText('You follow it')).toBeVisible();
  expect(asked).toEqual([page, `${page}/comments`]);
  expect(list.getByRole('button', { name: 'Follow Posts' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('heading', { name: question })).toBeNull();
  expect(box()).toHaveValue('');
});

test('nothing is followed without an address', async () => {
  const { user, asked } = await open();
  await user.click(followButton());
  expect(screen.getByText('Enter an address')).toBeVisible();
  expect(box()).toHaveFocus();
  expect(asked).toEqual([]);
});

test('an error of an address is shown at its field until it is changed', async () => {
  const { user, refuse } = await open();
  const text = 'This web page does not link to a feed. Enter the address of the feed itself';
  refuse('POST /sources/feeds', 422, 'VALIDATION_FAILED', text, { fields: { address: text } });
  await follow(user, 'blog.example');
  expect(await screen.findByText(text)).toBeVisible();
  expect(box()).toBeInvalid();
  await user.type(box(), '/feed');
  expect(screen.queryByText(text)).toBeNull();
});

test('any other refusal is shown above the field', async () => {
  const { user, refuse } = await open();
  refuse('POST /sources/feeds', 403, 'FEED_LIMIT_EXCEEDED', 'Your plan includes 20 feeds.');
  await follow(user, 'blog.example');
  expect(await screen.findByText('Your plan includes 20 feeds.')).toBeVisible();
  expect(box()).toHaveValue('blog.example');
});

test('at the limit of the plan there is no field, and the page says how to continue', async () => {
  const { user } = await open({ feeds: [aFeed(), other], limit: 2 });
  expect(screen.getByText('You follow all 2 feeds that your plan includes')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See what Pro includes' })).toHaveAttribute(
    'href',
    '/subscription',
  );
  await user.click(screen.getByRole('button', { name: 'Stop following News' }));
  expect(await screen.findByRole('textbox', { name: /Address/ })).toBeVisible();
});

test('a feed is unfollowed, and followed again by Undo', async () => {
  const { user, asked } = await open({ feeds: [aFeed()] });
  await user.click(screen.getByRole('button', { name: 'Stop following A Blog' }));
  expect(await screen.findByText('You no longer follow A Blog')).toBeVisible();
  await noRows();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Feeds' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('You follow A Blog again')).toBeVisible();
  expect(asked).toEqual([aFeed().address]);
  expect(rows()).toHaveLength(1);
});

test('a feed that keywords name stays, and they are listed', async () => {
  const { user, refuse } = await open({ feeds: [aFeed()] });
  const text = 'These keywords listen to this feed: "rust". Remove it from them first.';
  refuse('DELETE /sources/feeds/feed-1', 409, 'FEED_IN_USE', text);
  await user.click(screen.getByRole('button', { name: 'Stop following A Blog' }));
  expect(await screen.findByText('You still follow A Blog')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(rows()).toHaveLength(1);
});

test('a feed that was unfollowed elsewhere disappears', async () => {
  const { user, refuse } = await open({ feeds: [aFeed()] });
  refuse('DELETE /sources/feeds/feed-1', 404, 'NOT_FOUND', 'There is no such feed');
  await user.click(screen.getByRole('button', { name: 'Stop following A Blog' }));
  expect(await screen.findByText('You no longer follow A Blog')).toBeVisible();
});

test('a list that does not load can be retried', async () => {
  signInWithFeeds();
  const { refuse, recover } = serveFeeds({ feeds: [aFeed()] });
  refuse('GET /sources/feeds', 404, 'NOT_FOUND', 'Nothing here');
  const { user } = renderApp('/feeds');
  expect(await screen.findByText('We could not load your feeds.')).toBeVisible();
  recover();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('A Blog')).toBeVisible();
});

const opml = (...addresses: string[]) => {
  const outlines = addresses.map((at) => `<outline text="${at.slice(8)}" xmlUrl="${at}"/>`);
  return `<opml version="2.0"><body>${outlines.join('')}</body></opml>`;
};
const fileOf = (text: string) => new File([text], 'list.opml', { type: 'text/x-opml' });

async function openImport(options: Parameters<typeof serveFeeds>[0] = {}) {
  const opened = await open(options);
  await opened.user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import feeds' }));
  const choose = (text: string) =>
    opened.user.upload(dialog.getByLabelText('Choose an OPML file'), fileOf(text));
  return { ...opened, dialog, choose };
}

test('a list is imported, with a result for each feed', async () => {
  const { user, lists, dialog, choose } = await openImport({ feeds: [aFeed()], limit: 2 });
  const text = opml(aFeed().address, 'https://b.example/', 'https://c.example/');
  lists.length = 0;
  await choose(text);
  const heading = await dialog.findByRole('heading', { name: '1 feed was added, 1 could not be' });
  expect(heading).toHaveFocus();
  expect(lists).toEqual([text]);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('feeds that were followed before are reported as such', async () => {
  const { dialog, choose } = await openImport({ feeds: [aFeed()] });
  await choose(opml(aFeed().address, 'https://b.example/'));
  await dialog.findByRole('heading', { name: '1 feed was added' });
  const lines = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    `blog.example/feed.xml${aFeed().address}Already followed`,
    'b.example/https://b.example/Added',
  ]);
});

test.each([
  ['too large', 'x'.repeat(1_000_001), 'list.opml is larger than 1 MB.'],
  ['empty', ' ', 'list.opml is empty.'],
])('a file that is %s is not sent', async (_what, text, told) => {
  const { lists, dialog, choose } = await openImport();
  await choose(text);
  expect(await dialog.findByText(told)).toBeVisible();
  expect(lists).toEqual([]);
});

test('a refused list shows the reason, and another one can be chosen', async () => {
  const { dialog, choose, refuse, recover } = await openImport();
  const text = 'This is no OPML';
  refuse('POST /sources/feeds/import', 422, 'VALIDATION_FAILED', 'Check it', { fields: { text } });
  await choose('tea');
  expect(await dialog.findByText(text)).toBeVisible();
  recover();
  await choose(opml('https://b.example/'));
  await dialog.findByRole('heading', { name: '1 feed was added' });
});

test('the list is exported as a file', async () => {
  const saveFile = vi.spyOn(files, 'saveFile').mockReturnValue();
  const { user } = await open({ feeds: [aFeed()] });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: 'text/x-opml' }),
      'harken-feeds.opml',
    ),
  );
});

test('a server that reads no feeds says so, and offers none', async () => {
  signIn();
  renderApp('/feeds');
  expect(await screen.findByText('This server does not read feeds')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('the keywords page and the feeds page link to each other', async () => {
  signInWithFeeds();
  serveFeeds();
  const { user } = renderApp('/keywords');
  const page = within(await shownPage());
  await user.click(page.getByRole('link', { name: 'Feeds' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible();
  expect(address()).toBe('/feeds');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Keywords' }));
  expect(address()).toBe('/keywords');
});

test.each([
  [true, ['Feeds']],
  [false, []],
])('the command palette offers feeds where they are read: %s', async (readsFeeds, wanted) => {
  signInWithFeeds({ readsFeeds });
  serveFeeds();
  const { user } = renderApp('/feeds');
  await shownPage();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /Search pages/ }), 'feeds');
  expect(screen.queryAllByRole('option').map(({ textContent }) => textContent)).toEqual(wanted);
});
