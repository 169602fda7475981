import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { RecentItem, Watch, WatchInput } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

/** Serves these watches and items, and returns the watches that are saved. */
function serve({ watches = [], items = [] }: { watches?: Watch[]; items?: RecentItem[] } = {}) {
  const saved: WatchInput[] = [];
  const save = async ({ request }: { request: Request }) => {
    saved.push((await request.json()) as WatchInput);
    return HttpResponse.json(aWatch(saved.at(-1)), { status: 201 });
  };
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches, total: watches.length, active: watches.length, limit: 3 }),
    ),
    http.post('*/api/keywords', save),
    http.put('*/api/keywords/:id', save),
    http.get('*/api/subreddits/validate/:name', ({ params }) =>
      HttpResponse.json({ exists: params.name !== 'nowhere', name: params.name }),
    ),
    http.get('*/api/items/recent', () => HttpResponse.json({ items })),
  );
  return saved;
}

/** Opens the dialog for a new watch and, if `query` is given, writes it in query mode. */
async function openAdd(query?: string) {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add New Keyword' });
  if (query !== undefined) {
    await user.click(within(dialog).getByRole('radio', { name: /Query/ }));
    await user.click(queryField());
    await user.paste(query);
  }
  return { user, dialog };
}

const queryField = () => screen.getByRole('textbox', { name: 'Query' });
const submit = () => within(screen.getByRole('dialog')).getByText('Add Keyword');
const chips = async () => within(await screen.findByRole('region', { name: 'Edit as chips' }));
const underlined = () => document.querySelector('[role=dialog] u')?.textContent;

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('an error in a query is underlined and explained, with what to write instead', async () => {
  const saved = serve();
  const { user } = await openAdd('tea (green');
  await waitFor(() =>
    expect(queryField()).toHaveAccessibleDescription(
      /^This parenthesis is never closed\. Add a \) where the group ends/,
    ),
  );
  expect(queryField()).toBeInvalid();
  expect(underlined()).toBe('(');

  await user.click(submit());
  expect(queryField()).toHaveFocus();
  expect(saved).toEqual([]);
  await user.type(queryField(), ')');
  await waitFor(() => expect(queryField()).toBeValid());
  expect(underlined()).toBeUndefined();
  await user.click(submit());
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ keyword: 'tea (green)', mode: 'query' }]);
});

test('an empty query is not sent', async () => {
  const saved = serve();
  const { user } = await openAdd('');
  await user.click(submit());
  expect(await screen.findByText('Query is required')).toBeVisible();
  expect(saved).toEqual([]);
});

test('a typed query is shown as chips', async () => {
  serve();
  await openAdd('(green OR black) title:te* -bubble type:post min_score:3');
  const shown = await chips();
  const first = await shown.findByRole('group', { name: 'Must contain any of these' });
  expect(within(first).getByRole('button', { name: 'Edit green' })).toBeVisible();
  expect(within(first).getByRole('button', { name: 'Edit black' })).toBeVisible();
  const second = shown.getByRole('group', { name: 'And must contain this' });
  expect(within(second).getByRole('button', { name: 'Edit title:te*' })).toBeVisible();
  const out = shown.getByRole('group', { name: 'Must not contain any of these' });
  expect(within(out).getByRole('button', { name: 'Edit bubble' })).toBeVisible();
  expect(shown.getByLabelText('Kind')).toHaveValue('post');
  expect(shown.getByLabelText('Score at least')).toHaveValue(3);
});

test('chips that are added, edited and removed change the text', async () => {
  serve();
  const { user } = await openAdd('tea');
  const shown = await chips();

  await user.click(await shown.findByRole('button', { name: 'or instead of tea' }));
  await user.keyboard('green coffee{Enter}');
  await waitFor(() => expect(queryField()).toHaveValue('tea OR "green coffee"'));
  await waitFor(() =>
    expect(shown.getByRole('button', { name: 'or instead of tea' })).toHaveFocus(),
  );

  await user.click(await shown.findByRole('button', { name: 'Edit tea' }));
  await user.selectOptions(shown.getByLabelText('Where'), 'Title');
  await user.selectOptions(shown.getByLabelText('How'), 'Beginning of a word');
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(queryField()).toHaveValue('title:tea* OR "green coffee"'));

  await user.click(shown.getByRole('button', { name: 'Exclude a word' }));
  await user.keyboard('bubble{Enter}');
  await waitFor(() => expect(queryField()).toHaveValue('(title:tea* OR "green coffee") -bubble'));

  await user.selectOptions(shown.getByLabelText('Kind'), 'Comments');
  await user.type(shown.getByLabelText('Score at least'), '12{Enter}');
  await waitFor(() =>
    expect(queryField()).toHaveValue(
      '(title:tea* OR "green coffee") -bubble type:comment min_score:12',
    ),
  );

  await user.click(shown.getByRole('button', { name: 'Remove "green coffee"' }));
  await waitFor(() =>
    expect(queryField()).toHaveValue('title:tea* -bubble type:comment min_score:12'),
  );
  shown.getByRole('button', { name: 'Edit bubble' }).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(queryField()).toHaveValue('title:tea* type:comment min_score:12'));
  expect(shown.getByRole('button', { name: 'Add a word' })).toHaveFocus();
});

test('a query can be made of chips alone', async () => {
  serve();
  const { user } = await openAdd('');
  const shown = await chips();
  await user.click(shown.getByRole('button', { name: 'Add a word' }));
  await user.keyboard('tea{Enter}');
  await waitFor(() => expect(queryField()).toHaveValue('tea'));
  await user.click(await shown.findByRole('button', { name: 'Remove tea' }));
  await waitFor(() => expect(queryField()).toHaveValue(''));
});

test('an invalid chip says why where it is typed, and Escape closes only its editor', async () => {
  serve();
  const { user, dialog } = await openAdd('tea');
  const shown = await chips();
  await user.click(shown.getByRole('button', { name: 'Add a word' }));
  const word = shown.getByRole('textbox', { name: 'Word or phrase' });
  await user.type(word, '(');
  await user.selectOptions(shown.getByLabelText('How'), 'Regular expression');
  await user.type(word, '{Enter}');
  await waitFor(() => expect(word).toBeInvalid());
  expect(word).toHaveAccessibleDescription(/This regular expression cannot be read/);
  expect(queryField()).toHaveValue('tea');
  await user.keyboard('{Escape}');
  expect(word).not.toBeInTheDocument();
  expect(dialog).toBeVisible();
});

test('the last required word stays, and the reason is shown', async () => {
  serve();
  const { user } = await openAdd('tea -coffee');
  const shown = await chips();
  await user.click(await shown.findByRole('button', { name: 'Remove tea' }));
  expect(await shown.findByRole('alert')).toHaveTextContent(
    'This only excludes, so nearly everything would match.',
  );
  expect(queryField()).toHaveValue('tea -coffee');
});

test('a query that chips cannot show is edited as text', async () => {
  serve();
  await openAdd('tea NEAR/3 cup');
  expect(await (await chips()).findByText('NEAR is edited as text.')).toBeVisible();
});

test('a Free user sees what a query finds, and is asked to upgrade on saving', async () => {
  serve({ items: [anItem(1, { title: 'Black tea' }), anItem(2, { title: 'Teapot' })] });
  server.use(
    http.post('*/api/keywords', () =>
      refusal(403, 'PLAN_UPGRADE_REQUIRED', 'Queries are part of the Pro plan.'),
    ),
  );
  const { user } = await openAdd('tea (black OR /gre+n/)');
  expect(screen.getByText(/^Queries are part of Pro\. You can try them here/)).toBeVisible();
  expect(await screen.findByText('1 of 2 recent items matches')).toBeVisible();
  await user.click(submit());
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Pro' })).toBeVisible();
});

test('the part that the server refuses is underlined, too', async () => {
  serve();
  const fields = { keyword: 'Not this one. Write another' };
  server.use(
    http.post('*/api/keywords', () =>
      refusal(422, 'VALIDATION_FAILED', 'No', { fields, details: { start: 4, end: 9 } }),
    ),
  );
  const { user } = await openAdd('  tea green');
  await user.click(submit());
  await waitFor(() => expect(queryField()).toHaveAccessibleDescription(fields.keyword));
  expect(underlined()).toBe('green');
});

test('queries match author, flair, address and score', async () => {
  const link = 'https://example.com/tea';
  serve({
    items: [
      anItem(1, { author: 'brewer', flair: 'Help', link, score: 5, body: 'leaves' }),
      anItem(2, { author: 'brewer', flair: 'Help', link, score: 4, body: 'leaves' }),
    ],
  });
  await openAdd('author:brewer flair:help url:example.com min_score:5');
  expect(await screen.findByText('1 of 2 recent items matches')).toBeVisible();
  const match = within(screen.getByRole('list', { name: 'Matches' })).getByRole('listitem');
  expect(match).toHaveTextContent('Flair: Help');
  expect(match).toHaveTextContent(`Link: ${link}`);
});

test('near misses are listed below the matches, each with what rejected it', async () => {
  serve({
    items: [
      anItem(1, { title: 'Green tea' }),
      anItem(2, { title: 'Bubble tea' }),
      anItem(3, { title: 'Coffee' }),
    ],
  });
  const { user } = await openAdd('tea -bubble');
  expect(await screen.findByText('1 of 3 recent items matches')).toBeVisible();
  await user.click(await screen.findByText('1 near miss'));
  const misses = screen.getByRole('list', { name: 'Near misses' });
  expect(misses).toHaveTextContent('-bubble excludes it');
  expect([...misses.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Bubble']);
});

test('exclusions count in the preview and are saved', async () => {
  const saved = serve({
    items: [
      anItem(1, { title: 'tea', author: 'tea_bot' }),
      anItem(2, { title: 'tea', subreddit: 'boston' }),
      anItem(3, { title: 'tea' }),
    ],
  });
  const { user } = await openAdd();
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'tea');
  expect(await screen.findByText('3 of 3 recent items match')).toBeVisible();
  await user.click(screen.getByText('Exclusions'));
  await user.type(screen.getByRole('combobox', { name: 'Excluded subreddits' }), 'boston,');
  await user.type(screen.getByRole('textbox', { name: 'Excluded authors' }), 'u/tea_bot{Enter}');
  expect(await screen.findByText('1 of 3 recent items matches')).toBeVisible();
  await user.click(await screen.findByText('2 near misses'));
  expect(screen.getByText('r/boston is excluded')).toBeVisible();
  await user.click(submit());
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([
    { mode: 'literal', excludedSubreddits: ['boston'], excludedAuthors: ['tea_bot'] },
  ]);
});

test('names that cannot be excluded are listed, and nothing is sent until they are gone', async () => {
  const saved = serve();
  const { user } = await openAdd();
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'tea');
  await user.click(screen.getByText('Exclusions'));
  await user.type(screen.getByRole('combobox', { name: 'Excluded subreddits' }), 'nowhere, all');
  await user.type(screen.getByRole('textbox', { name: 'Excluded authors' }), 'so!me');
  await user.click(submit());
  expect(await screen.findByText('r/nowhere - Invalid subreddit')).toBeVisible();
  expect(screen.getByText('You cannot exclude every subreddit.')).toBeVisible();
  expect(await screen.findByText('u/so!me - Invalid author')).toBeVisible();
  expect(saved).toEqual([]);
  const invalid = within(screen.getByRole('list', { name: 'Invalid subreddits' }));
  for (const name of ['r/nowhere', 'r/all']) {
    await user.click(invalid.getByRole('button', { name: `Remove ${name}` }));
  }
  await user.click(screen.getByRole('button', { name: 'Remove u/so!me' }));
  await user.click(submit());
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ excludedSubreddits: [], excludedAuthors: [] }]);
});

test('the server’s refusal of an exclusion expands its field', async () => {
  serve();
  const fields = { 'excludedAuthors.0': 'Nobody is called so' };
  server.use(
    http.post('*/api/keywords', () => refusal(422, 'VALIDATION_FAILED', 'No', { fields })),
  );
  const { user } = await openAdd();
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'tea');
  await user.click(submit());
  const field = await screen.findByRole('textbox', { name: 'Excluded authors' });
  expect(field).toHaveAccessibleDescription('Nobody is called so');
  expect(field).toBeVisible();
});

test('a query is edited as a query, without a choice of whole words', async () => {
  const watch = aWatch({
    keyword: 'tea -bubble',
    mode: 'query',
    excludedSubreddits: ['boston'],
    excludedAuthors: ['tea_bot'],
  });
  const saved = serve({ watches: [watch] });
  const { user } = renderApp('/keywords');
  expect(await screen.findByText('Query')).toBeVisible();
  expect(screen.getByText('Not r/boston, u/tea_bot')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit tea -bubble' }));
  await screen.findByRole('dialog', { name: 'Edit Keyword' });
  expect(queryField()).toHaveValue('tea -bubble');
  await user.click(screen.getByText('Filters'));
  const whole = screen.getByRole('switch', { name: 'Whole words only' });
  expect(whole).toBeDisabled();
  expect(whole).toHaveAccessibleDescription(/A query always matches whole words/);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([
    {
      keyword: 'tea -bubble',
      mode: 'query',
      excludedSubreddits: ['boston'],
      excludedAuthors: ['tea_bot'],
    },
  ]);
});
