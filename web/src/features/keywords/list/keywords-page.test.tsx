import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { anItem, aWatch } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { MatcherWorker } from '@/testing/matcher-worker';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { keywordField, serveWatches } from '@/testing/watch-server';

import { examples } from './examples';
import { unreadableText } from './unreadable-text';

// Imported here so that compiling it does not count against the first test.
import './keywords-page';

const LIMIT_TEXT =
  "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!";

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  MatcherWorker.calls = [];
});

test('without watches the screen says how to begin', async () => {
  serveWatches();
  renderApp('/keywords');
  expect(await screen.findByText('No keywords set up yet')).toBeVisible();
  expect(
    screen.getByText(
      'Create your first keyword watch to start monitoring Reddit for relevant content.',
    ),
  ).toBeVisible();
  expect(screen.getByText('0 keywords • 0 active')).toBeVisible();
});

test.each(examples)('the example “$keyword” opens the form filled in', async ({ keyword }) => {
  serveWatches([], [anItem(1, { title: `Is there an ${keyword} here?` })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: new RegExp(keyword) }));
  await screen.findByRole('dialog', { name: 'Add New Keyword' });
  expect(keywordField()).toHaveValue(keyword);
  expect(await screen.findByText('1 of 1 recent item matches')).toBeVisible();
});

test('a watch is a card with its state, scope, matches and tags', async () => {
  serveWatches([
    aWatch({ subreddits: ['rust', 'programming'], tags: ['language'] }),
    aWatch({ _id: 'watch-2', keyword: 'zig', isActive: false }),
  ]);
  renderApp('/keywords');
  expect(await screen.findByRole('heading', { name: 'rust' })).toBeVisible();
  expect(screen.getByText('r/rust, r/programming • 12 matches')).toBeVisible();
  const cards = within(screen.getByRole('list', { name: 'Keyword watches' }));
  expect(cards.getByText('language')).toBeVisible();
  expect(cards.getByText('Active')).toBeVisible();
  expect(cards.getByText('Inactive')).toBeVisible();
  expect(screen.getByText('2 keywords • 1 active')).toBeVisible();
});

test('one keyword is counted in the singular', async () => {
  serveWatches([aWatch()]);
  renderApp('/keywords');
  expect(await screen.findByText('1 keyword • 1 active')).toBeVisible();
});

test('a failure to load can be tried again', async () => {
  server.use(http.get('*/api/keywords', () => HttpResponse.error()));
  const { user } = renderApp('/keywords');
  const again = await screen.findByRole('button', { name: 'Try again' });
  serveWatches([aWatch()]);
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'rust' })).toBeVisible();
});

test('the toggle switches a watch and the list is fetched again', async () => {
  serveWatches([aWatch()]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('switch', { name: 'Watch rust' }));
  expect(await screen.findByText('1 keyword • 0 active')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Watch rust' })).not.toBeChecked();
});

/** Serves one active watch; `active` collects the state after each toggle that is let through. */
function serveToggle({ failures = 0 } = {}) {
  const gate = aGate();
  const active: boolean[] = [];
  const calls = { count: 0 };
  const watch = () => aWatch({ isActive: active.at(-1) ?? true });
  const toggle = () => active.push(!watch().isActive);
  server.use(
    http.get('*/api/keywords', () => {
      const watches = [watch()];
      return HttpResponse.json({ watches, total: 1, active: Number(watch().isActive), limit: 3 });
    }),
    http.patch('*/api/keywords/:id/toggle', async () => {
      calls.count += 1;
      await gate.opened;
      if (failures-- > 0) return refusal(500, 'INTERNAL', 'Out of order');
      toggle();
      return HttpResponse.json(watch());
    }),
  );
  return { active, calls, gate, toggle };
}

test('the last of several toggles wins, however quickly they follow', async () => {
  const { active, calls, gate } = serveToggle();
  const { user } = renderApp('/keywords');
  const toggle = await screen.findByRole('switch', { name: 'Watch rust' });
  for (const count of ['0 active', '1 active', '0 active']) {
    await user.click(toggle);
    expect(await screen.findByText(`1 keyword • ${count}`)).toBeVisible();
  }
  // Sent side by side, they could arrive in any order.
  expect(calls.count).toBe(1);
  gate.open();
  await waitFor(() => expect(active).toEqual([false, true, false]));
  expect(await screen.findByText('1 keyword • 0 active')).toBeVisible();
  expect(toggle).not.toBeChecked();
});

test('the last toggle wins if the one before it fails', async () => {
  const { active, gate } = serveToggle({ failures: 1 });
  const { user } = renderApp('/keywords');
  const toggle = await screen.findByRole('switch', { name: 'Watch rust' });
  await user.click(toggle);
  await user.click(toggle);
  gate.open();
  expect(await screen.findByText('The keyword could not be turned on or off')).toBeVisible();
  await waitFor(() => expect(active.at(-1)).toBe(true));
  expect(toggle).toBeChecked();
});

test('switching off a watch that was switched off elsewhere does not switch it on', async () => {
  const { active, gate, toggle } = serveToggle();
  const { user } = renderApp('/keywords');
  await screen.findByRole('switch', { name: 'Watch rust' });
  toggle();
  gate.open();
  await user.click(screen.getByRole('switch', { name: 'Watch rust' }));
  await waitFor(() => expect(active).toEqual([false, true, false]));
  expect(await screen.findByText('1 keyword • 0 active')).toBeVisible();
});

/** Refuses to change a watch, but only once `answer` is called. */
function refuseLater(status = 500) {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  const refuse = async () => {
    await wait;
    return refusal(status, 'INTERNAL', 'Out of order');
  };
  server.use(
    http.patch('*/api/keywords/:id/toggle', refuse),
    http.put('*/api/keywords/:id', refuse),
    http.delete('*/api/keywords/:id', refuse),
  );
  return { answer: () => answer() };
}

test('a toggle is shown at once, with the count, and reverted when it is refused', async () => {
  serveWatches([aWatch()]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('switch', { name: 'Watch rust' }));
  expect(await screen.findByText('Inactive')).toBeVisible();
  expect(screen.getByText('1 keyword • 0 active')).toBeVisible();
  server.answer();
  expect(await screen.findByText('The keyword could not be turned on or off')).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText('1 keyword • 1 active')).toBeVisible();
});

test('a deleted watch disappears at once and returns when that is refused', async () => {
  serveWatches([aWatch(), aWatch({ _id: 'watch-2', keyword: 'zig' })]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Delete rust' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 keyword • 1 active')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'rust' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  server.answer();
  expect(await screen.findByText('The keyword could not be deleted')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'rust' })).toBeVisible();
  expect(screen.getByText('2 keywords • 2 active')).toBeVisible();
});

test('two refused deletions are both reported, and both watches return', async () => {
  serveWatches([aWatch(), aWatch({ _id: 'watch-2', keyword: 'zig' })]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  for (const keyword of ['rust', 'zig']) {
    await user.click(await screen.findByRole('button', { name: `Delete ${keyword}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: keyword })).toBeNull());
  }
  server.answer();
  await waitFor(() =>
    expect(screen.getAllByText('The keyword could not be deleted')).toHaveLength(2),
  );
  for (const name of ['rust', 'zig']) {
    expect(await screen.findByRole('heading', { name })).toBeVisible();
  }
});

test('a deletion that is refused after the screen was left is reported', async () => {
  serveWatches([aWatch()]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Delete rust' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('link', { name: 'AI Insights' }));
  expect(await screen.findByRole('heading', { name: 'AI Insights' })).toBeVisible();
  server.answer();
  expect(await screen.findByText('The keyword could not be deleted')).toBeVisible();
});

test('an edit is shown at once, and reverted with the reason when it is refused', async () => {
  serveWatches([aWatch()]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.type(keywordField(), 'y');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  // They are behind the dialog, so hidden from assistive technology.
  const names = () =>
    screen.getAllByRole('heading', { level: 2, hidden: true }).map((name) => name.textContent);
  await waitFor(() => expect(names()).toContain('rusty'));
  server.answer();
  expect(await screen.findByText('Out of order')).toBeVisible();
  expect(names()).toContain('rust');
  expect(keywordField()).toHaveValue('rusty');
});

test('a toggle past the limit shows the upgrade popup, which leads to the plans', async () => {
  serveWatches([aWatch({ isActive: false })]);
  server.use(
    http.patch('*/api/keywords/:id/toggle', () =>
      refusal(403, 'KEYWORD_LIMIT_EXCEEDED', 'Too many'),
    ),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('switch', { name: 'Watch rust' }));
  const popup = await screen.findByRole('dialog', { name: 'Keyword Limit Reached' });
  expect(popup).toHaveAccessibleDescription(LIMIT_TEXT);
  const benefits = within(popup)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(benefits).toEqual([
    'Unlimited keyword watches',
    'Advanced filters and search',
    'Browser alerts, chats, webhooks and feeds',
  ]);
  expect(screen.getByRole('switch', { name: 'Watch rust', hidden: true })).not.toBeChecked();
  await user.click(within(popup).getByRole('button', { name: 'Upgrade Now' }));
  expect(address()).toBe('/subscription');
});

test('a keyword that is paused says why and leads to the editor', async () => {
  const paused = { pausedAt: '2026-01-02T00:00:00Z', pausedPart: '/a{9}/' };
  serveWatches([
    aWatch({ keyword: 'zqx /a{9}/', mode: 'query', ...paused }),
    // A watch that is switched off is not shown as paused.
    aWatch({ _id: 'watch-2', keyword: 'zig', isActive: false, ...paused }),
  ]);
  const { user } = renderApp('/keywords');
  expect(await screen.findAllByText('Paused')).toHaveLength(1);
  const reason = 'Paused: searching for it takes too long, mostly because of /a{9}/';
  expect(
    screen.getByText(
      (_text, element) => element?.tagName === 'P' && element.textContent === reason,
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit it: zqx /a{9}/' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Keyword' })).toBeVisible();
});

test('deleting asks first', async () => {
  serveWatches([aWatch()]);
  const { user } = renderApp('/keywords');
  const name = 'Are you sure you want to delete this keyword watch?';
  await user.click(await screen.findByRole('button', { name: 'Delete rust' }));
  const question = await screen.findByRole('alertdialog', { name });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { name: 'rust' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Delete rust' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No keywords set up yet')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a card says which subreddits cannot be read, why and since when', async () => {
  const since = { since: '2026-01-06T09:00:00Z' };
  serveWatches([
    aWatch({
      subreddits: ['tea', 'sips', 'tee', 'coffee'],
      unreadableSubreddits: [
        { name: 'tea', reason: 'private', ...since },
        { name: 'sips', reason: 'banned', ...since },
        { name: 'tee', reason: 'not_found', ...since },
      ],
    }),
    aWatch({ _id: 'watch-2', keyword: 'zig' }),
  ]);
  renderApp('/keywords');
  const list = await screen.findByRole('list', { name: 'Subreddits that cannot be read' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'r/tea has been private since 6 January and cannot be read',
    'r/sips is banned and cannot be read',
    'r/tee does not exist. Check the name',
  ]);
});

test('a recent day is named by its weekday', () => {
  const tea = { name: 'tea', reason: 'private', since: '2026-01-06T09:00:00Z' } as const;
  const text = 'r/tea has been private since Tuesday and cannot be read';
  expect(unreadableText(tea, 'UTC', Date.parse('2026-01-08T12:00:00Z'))).toBe(text);
});
