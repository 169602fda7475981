import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { RecentItem, Watch, WatchInput } from '@/api/types';
import { anItem, aUser, aWatch } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { MatcherWorker } from '@/testing/matcher-worker';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

import { examples } from './examples';

// Compiled with the file, not within the first test's time.
import './components/keywords-page';

const LIMIT_TEXT =
  "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!";

const UPGRADE_TEXT =
  "You've reached the limit for free users. Upgrade to Pro for unlimited keyword watches and advanced features.";

/** A server that holds these watches; `asked` collects the scopes that previews asked for. */
function serve(watches: Watch[] = [], items: RecentItem[] = [], perDay = 1000) {
  const asked: (string | null)[] = [];
  const saved: WatchInput[] = [];
  server.use(
    http.get('*/api/keywords', () => {
      const active = watches.filter(({ isActive }) => isActive).length;
      return HttpResponse.json({ watches, total: watches.length, active, limit: 3 });
    }),
    http.post('*/api/keywords', async ({ request }) => {
      const input = (await request.json()) as WatchInput;
      saved.push(input);
      watches = [aWatch({ _id: `watch-${watches.length + 1}`, ...input }), ...watches];
      return HttpResponse.json(watches[0], { status: 201 });
    }),
    http.put('*/api/keywords/:id', async ({ request, params }) => {
      const input = (await request.json()) as WatchInput;
      saved.push(input);
      watches = watches.map((watch) => (watch._id === params.id ? { ...watch, ...input } : watch));
      return HttpResponse.json(watches[0]);
    }),
    http.patch('*/api/keywords/:id/toggle', ({ params }) => {
      watches = watches.map((watch) =>
        watch._id === params.id ? { ...watch, isActive: !watch.isActive } : watch,
      );
      return HttpResponse.json(watches[0]);
    }),
    http.delete('*/api/keywords/:id', ({ params }) => {
      watches = watches.filter(({ _id }) => _id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/subreddits/validate/:name', ({ params }) => {
      const name = String(params.name);
      if (name === 'unreachable') {
        return refusal(503, 'SUBREDDIT_CHECK_UNAVAILABLE', 'The forum does not answer');
      }
      return HttpResponse.json({
        exists: name !== 'nowhere',
        name: name === 'saas' ? 'SaaS' : name,
      });
    }),
    http.get('*/api/items/recent', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('subreddits'));
      return HttpResponse.json({ items, perDay });
    }),
  );
  return { asked, saved };
}

async function openAdd() {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add New Keyword' });
  return { user, dialog };
}

const keywordField = () => screen.getByRole('textbox', { name: 'Keyword' });
const subredditField = () => screen.getByRole('combobox', { name: 'Subreddits' });
const offered = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent);
const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen subreddits' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  MatcherWorker.calls = [];
});

test('without watches the screen says how to begin', async () => {
  serve();
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
  serve([], [anItem(1, { title: `Is there an ${keyword} here?` })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: new RegExp(keyword) }));
  await screen.findByRole('dialog', { name: 'Add New Keyword' });
  expect(keywordField()).toHaveValue(keyword);
  expect(await screen.findByText('1 of 1 recent item matches')).toBeVisible();
});

test('a watch is a card with its state, scope, matches and tags', async () => {
  serve([
    aWatch({ subreddits: ['rust', 'programming'], tags: ['language'] }),
    aWatch({ _id: 'watch-2', keyword: 'zig', isActive: false }),
  ]);
  renderApp('/keywords');
  expect(await screen.findByRole('heading', { name: 'rust' })).toBeVisible();
  expect(screen.getByText('r/rust, r/programming • 12 matches')).toBeVisible();
  expect(screen.getByText('language')).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText('Inactive')).toBeVisible();
  expect(screen.getByText('2 keywords • 1 active')).toBeVisible();
});

test('one keyword is counted in the singular', async () => {
  serve([aWatch()]);
  renderApp('/keywords');
  expect(await screen.findByText('1 keyword • 1 active')).toBeVisible();
});

test('a failure to load can be tried again', async () => {
  server.use(http.get('*/api/keywords', () => HttpResponse.error()));
  const { user } = renderApp('/keywords');
  const again = await screen.findByRole('button', { name: 'Try again' });
  serve([aWatch()]);
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'rust' })).toBeVisible();
});

test('the toggle switches a watch and the list is fetched anew', async () => {
  serve([aWatch()]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('switch', { name: 'Watch rust' }));
  expect(await screen.findByText('1 keyword • 0 active')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Watch rust' })).not.toBeChecked();
});

/** A server with one watch, active; `active` collects what each toggle that is let through makes of it. */
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

test('of several toggles the last decides, however quickly they come', async () => {
  const { active, calls, gate } = serveToggle();
  const { user } = renderApp('/keywords');
  const toggle = await screen.findByRole('switch', { name: 'Watch rust' });
  for (const count of ['0 active', '1 active', '0 active']) {
    await user.click(toggle);
    expect(await screen.findByText(`1 keyword • ${count}`)).toBeVisible();
  }
  // Side by side they could arrive in any order.
  expect(calls.count).toBe(1);
  gate.open();
  await waitFor(() => expect(active).toEqual([false, true, false]));
  expect(await screen.findByText('1 keyword • 0 active')).toBeVisible();
  expect(toggle).not.toBeChecked();
});

test('the last toggle decides where the one before it fails', async () => {
  const { active, gate } = serveToggle({ failures: 1 });
  const { user } = renderApp('/keywords');
  const toggle = await screen.findByRole('switch', { name: 'Watch rust' });
  await user.click(toggle);
  await user.click(toggle);
  gate.open();
  expect(await screen.findByText('The keyword could not be switched')).toBeVisible();
  await waitFor(() => expect(active.at(-1)).toBe(true));
  expect(toggle).toBeChecked();
});

test('what was switched off elsewhere is not switched on by switching it off', async () => {
  const { active, gate, toggle } = serveToggle();
  const { user } = renderApp('/keywords');
  await screen.findByRole('switch', { name: 'Watch rust' });
  toggle();
  gate.open();
  await user.click(screen.getByRole('switch', { name: 'Watch rust' }));
  await waitFor(() => expect(active).toEqual([false, true, false]));
  expect(await screen.findByText('1 keyword • 0 active')).toBeVisible();
});

/** The server refuses to change a watch, but only once it is let. */
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

test('a toggle shows at once, with the count, and goes back when it is refused', async () => {
  serve([aWatch()]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('switch', { name: 'Watch rust' }));
  expect(await screen.findByText('Inactive')).toBeVisible();
  expect(screen.getByText('1 keyword • 0 active')).toBeVisible();
  server.answer();
  expect(await screen.findByText('The keyword could not be switched')).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText('1 keyword • 1 active')).toBeVisible();
});

test('a deleted watch goes at once and is back when that is refused', async () => {
  serve([aWatch(), aWatch({ _id: 'watch-2', keyword: 'zig' })]);
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

test('two watches whose deletion is refused are both told of, and both back', async () => {
  serve([aWatch(), aWatch({ _id: 'watch-2', keyword: 'zig' })]);
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

test('a deletion that is refused after the screen was left is told', async () => {
  serve([aWatch()]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Delete rust' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('link', { name: 'AI Insights' }));
  expect(await screen.findByRole('heading', { name: 'AI Insights' })).toBeVisible();
  server.answer();
  expect(await screen.findByText('The keyword could not be deleted')).toBeVisible();
});

test('an edit shows at once, is taken back when it is refused, and says why', async () => {
  serve([aWatch()]);
  const server = refuseLater();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.type(keywordField(), 'y');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  // Behind the dialog, so not for assistive technology.
  const names = () =>
    screen.getAllByRole('heading', { level: 2, hidden: true }).map((name) => name.textContent);
  await waitFor(() => expect(names()).toContain('rusty'));
  server.answer();
  expect(await screen.findByText('Out of order')).toBeVisible();
  expect(names()).toContain('rust');
  expect(keywordField()).toHaveValue('rusty');
});

test('a toggle past the limit shows the upgrade popup, which leads to the plans', async () => {
  serve([aWatch({ isActive: false })]);
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
    'Email notifications',
  ]);
  expect(screen.getByRole('switch', { name: 'Watch rust', hidden: true })).not.toBeChecked();
  await user.click(within(popup).getByRole('button', { name: 'Upgrade Now' }));
  expect(address()).toBe('/subscription');
});

test('deleting asks first', async () => {
  serve([aWatch()]);
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

test('a new watch is sent whole, with the defaults', async () => {
  const { saved } = serve();
  const { user } = await openAdd();
  expect(keywordField()).toHaveAttribute('placeholder', 'Enter keyword to watch');
  await user.type(keywordField(), '  rust ');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Keyword added successfully!')).toBeVisible();
  expect(saved).toEqual([
    {
      keyword: 'rust',
      mode: 'literal',
      subreddits: ['all'],
      excludedSubreddits: [],
      excludedAuthors: [],
      isActive: true,
      tags: [],
      notes: '',
      filters: aWatch().filters,
      notificationSettings: aWatch().notificationSettings,
    },
  ]);
  // It closes by itself after 1.5 s.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'rust' })).toBeVisible();
});

test('a keyword is required', async () => {
  const { saved } = serve();
  const { user, dialog } = await openAdd();
  await user.click(within(dialog).getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Keyword is required')).toBeVisible();
  expect(keywordField()).toHaveFocus();
  expect(saved).toEqual([]);
});

test('an edit keeps what the form does not show', async () => {
  const kept = { tags: ['a'], notes: 'n', filters: { ...aWatch().filters, wholeWordOnly: true } };
  const { saved } = serve([aWatch({ ...kept, isActive: false })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await screen.findByRole('dialog', { name: 'Edit Keyword' });
  await user.clear(keywordField());
  await user.type(keywordField(), 'zig');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Keyword updated successfully!')).toBeVisible();
  expect(saved).toMatchObject([
    { keyword: 'zig', subreddits: ['programming'], isActive: false, ...kept },
  ]);
});

test.each([
  ['KEYWORD_LIMIT_EXCEEDED', 'Refused'],
  ['FORBIDDEN', 'You have hit the keyword limit'],
])('a create refused with %s “%s” shows the upgrade popup', async (code, text) => {
  serve();
  server.use(http.post('*/api/keywords', () => refusal(403, code, text)));
  const { user } = await openAdd();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  const popup = await screen.findByRole('dialog', { name: 'Keyword Limit Reached' });
  expect(popup).toHaveAccessibleDescription(LIMIT_TEXT);
  await user.click(within(popup).getByRole('button', { name: 'Maybe Later' }));
  expect(keywordField()).toHaveValue('rust');
});

test('an update refused for the limit shows the upgrade popup', async () => {
  serve([aWatch({ isActive: false })]);
  server.use(
    http.put('*/api/keywords/:id', () => refusal(403, 'KEYWORD_LIMIT_EXCEEDED', 'Too many')),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByRole('dialog', { name: 'Keyword Limit Reached' })).toBeVisible();
});

test('a free user who touches a filter is asked to upgrade, and nothing changes', async () => {
  serve();
  const { user } = await openAdd();
  await user.click(screen.getByText('Filters'));
  const titles = screen.getByRole('switch', { name: 'Titles only' });
  await user.click(titles);
  const popup = await screen.findByRole('dialog', { name: 'Upgrade to Pro' });
  expect(popup).toHaveAccessibleDescription(UPGRADE_TEXT);
  await user.click(within(popup).getByRole('button', { name: 'Maybe Later' }));
  expect(titles).not.toBeChecked();
  await waitFor(() => expect(titles).toHaveFocus());
});

test('a Pro user’s filters count in the preview and are saved', async () => {
  server.use(
    http.get('*/api/users/profile', () => HttpResponse.json({ user: aUser({ isPro: true }) })),
  );
  const { saved } = serve([], [anItem(1, { body: 'rust' })]);
  const { user } = await openAdd();
  await user.type(keywordField(), 'rust');
  expect(await screen.findByText('1 of 1 recent item matches')).toBeVisible();
  await user.click(screen.getByText('Filters'));
  await user.click(screen.getByRole('switch', { name: 'Titles only' }));
  expect(await screen.findByText('0 of 1 recent item match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ filters: { ...aWatch().filters, matchTitlesOnly: true } }]);
});

test('a watch may have an email frequency of its own', async () => {
  const { saved } = serve([aWatch()]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByText('Alerts'));
  const field = screen.getByLabelText('Email for this keyword');
  expect(within(field).getByRole('option', { selected: true })).toHaveTextContent(
    'As set in Settings',
  );
  await user.selectOptions(field, 'Daily digest');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([
    {
      notificationSettings: {
        browserNotification: true,
        emailNotification: true,
        frequency: 'daily',
      },
    },
  ]);
});

test('the server’s field errors are shown at the fields', async () => {
  serve();
  const fields = { keyword: 'Too odd', 'subreddits.0': 'Not this one' };
  server.use(
    http.post('*/api/keywords', () => refusal(422, 'VALIDATION_FAILED', 'Check it', { fields })),
  );
  const { user } = await openAdd();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await waitFor(() => expect(keywordField()).toHaveAccessibleDescription('Too odd'));
  expect(subredditField()).toHaveAccessibleDescription(/Not this one/);
});

test('with an empty input the first 10 popular names are suggested', async () => {
  serve();
  const { user } = await openAdd();
  await user.click(subredditField());
  const options = await within(await screen.findByRole('listbox')).findAllByRole('option');
  expect(options).toHaveLength(10);
  expect(options[0]).toHaveTextContent('r/all(popular)');
});

test('typed text is suggested first, and the arrow keys choose', async () => {
  serve();
  const { user } = await openAdd();
  await user.type(subredditField(), 'scr');
  await waitFor(() =>
    expect(offered()).toEqual(['r/scr', 'r/javascript(popular)', 'r/typescript(popular)']),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const active = within(screen.getByRole('listbox')).getByRole('option', { selected: true });
  expect(subredditField()).toHaveAttribute('aria-activedescendant', active.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chosen()).toEqual(['r/javascript']));
  expect(subredditField()).toHaveValue('');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Escape closes the suggestions, not the dialog', async () => {
  serve();
  const { user } = await openAdd();
  await user.click(subredditField());
  await screen.findByRole('listbox');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('leaving the field hides the suggestions and takes what was typed', async () => {
  serve();
  const { user } = await openAdd();
  await user.type(subredditField(), 'saas');
  await user.click(keywordField());
  // In the forum's own spelling.
  await waitFor(() => expect(chosen()).toEqual(['r/SaaS']));
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('invalid names are listed in red with a way out, and nothing is sent until they are gone', async () => {
  const { saved } = serve();
  const { user } = await openAdd();
  await user.type(keywordField(), 'rust');
  await user.click(subredditField());
  await user.paste('webdev, nowhere, a b, unreachable');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  const invalid = await screen.findByRole('list', { name: 'Invalid subreddits' });
  await waitFor(() => expect(within(invalid).getAllByRole('listitem')).toHaveLength(3));
  expect(within(invalid).getByText('r/nowhere - Invalid subreddit')).toBeVisible();
  expect(within(invalid).getByText('r/a b - Invalid subreddit')).toBeVisible();
  expect(within(invalid).getByText('The forum does not answer')).toBeVisible();
  expect(chosen()).toEqual(['r/webdev']);
  expect(saved).toEqual([]);

  for (const name of ['nowhere', 'a b', 'unreachable']) {
    await user.click(screen.getByRole('button', { name: `Remove r/${name}` }));
  }
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ subreddits: ['webdev'] }]);
});

test.each([
  ['web', true],
  ['a'.repeat(21), true],
  ['Under_score1', true],
  ['ab', false],
  ['a'.repeat(22), false],
  ['has-dash', false],
  ['_first', false],
])('the name “%s” is valid: %s', async (name, isValid) => {
  serve();
  const { user } = await openAdd();
  await user.type(subredditField(), `${name},`);
  if (isValid) await waitFor(() => expect(chosen()).toEqual([`r/${name}`]));
  else expect(await screen.findByText(`r/${name} - Invalid subreddit`)).toBeVisible();
});

test('a name is shown as being checked until the server has answered', async () => {
  serve();
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/subreddits/validate/:name', async () => {
      await wait;
      return HttpResponse.json({ exists: true, name: 'webdev' });
    }),
  );
  const { user } = await openAdd();
  await user.type(subredditField(), 'webdev,');
  expect(await screen.findByText('Checking subreddits...')).toBeInTheDocument();
  answer();
  await waitFor(() => expect(screen.queryByText('Checking subreddits...')).toBeNull());
  expect(chosen()).toEqual(['r/webdev']);
});

test('the preview shows matches, their number and an estimate while typing', async () => {
  const items = [
    anItem(1, { title: 'Learning Rust &amp; C' }),
    anItem(2, { title: '', body: 'I like rust a lot', kind: 'comment' }),
    ...Array.from({ length: 8 }, (_, index) => anItem(index + 3)),
  ];
  const { asked } = serve([], items, 1700);
  const { user } = await openAdd();
  const preview = screen.getByRole('region', { name: 'Live preview' });
  expect(await within(preview).findByText('Searches the 10 recent items')).toBeVisible();

  await user.type(keywordField(), 'rust');
  expect(await within(preview).findByText('2 of 10 recent items match')).toBeVisible();
  expect(within(preview).getByText('about 340 a day')).toBeVisible();
  expect(preview).toHaveTextContent('Learning Rust & C');
  const marks = [...preview.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['Rust', 'rust']);

  await user.type(keywordField(), ' zzz');
  expect(
    await within(preview).findByText(
      'Nothing in the last 10 items. New ones are checked as they come.',
    ),
  ).toBeVisible();
  expect(asked).toEqual(['all']);
  expect(MatcherWorker.calls.filter(({ name }) => name === 'setItems')).toHaveLength(1);
});

test('the preview searches the valid subreddits', async () => {
  const { asked } = serve([], [anItem(1)]);
  const { user } = await openAdd();
  await user.type(subredditField(), 'webdev,nowhere,');
  await screen.findByText('r/nowhere - Invalid subreddit');
  await waitFor(() => expect(asked.at(-1)).toBe('webdev'));
});

test('a preview that cannot be loaded offers to try again', async () => {
  serve();
  server.use(http.get('*/api/items/recent', () => refusal(422, 'VALIDATION_FAILED', 'no')));
  const { user } = await openAdd();
  const preview = screen.getByRole('region', { name: 'Live preview' });
  const again = await within(preview).findByRole('button', { name: 'Try again' });
  serve([], [anItem(1)]);
  await user.click(again);
  expect(await within(preview).findByText('Searches the 1 recent item')).toBeVisible();
});
