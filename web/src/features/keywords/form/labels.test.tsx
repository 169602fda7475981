import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { keywordField, openAddDialog, serveWatches } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const tagField = () => screen.getByRole('textbox', { name: 'Tags' });
const chips = () =>
  within(screen.getByRole('list', { name: 'Selected tags' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function openLabels(user: Awaited<ReturnType<typeof openAddDialog>>['user']) {
  await user.click(screen.getByText('Tags and notes'));
}

test('tags and notes are typed, saved and shown on the card', async () => {
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await openLabels(user);
  // A comma, Enter and leaving the field each end a tag.
  await user.type(tagField(), 'work, lang{Enter}work,{Backspace}crab');
  await user.type(screen.getByLabelText('Notes'), 'Ask Ada');
  expect(chips()).toEqual(['work', 'crab']);
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ tags: ['work', 'crab'], notes: 'Ask Ada' }]);
  const card = screen.getByRole('list', { name: 'Keyword watches', hidden: true });
  expect(card).toHaveTextContent('crab');
  expect(card).toHaveTextContent('Ask Ada');
});

test('a tag is removed by its button', async () => {
  const { saved } = serveWatches([aWatch({ tags: ['one', 'two'] })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await openLabels(user);
  await user.click(screen.getByRole('button', { name: 'Remove one' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ tags: ['two'] }]);
});

test('invalid tags say why, and nothing is sent', async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  const { saved } = serveWatches([aWatch({ tags })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await openLabels(user);
  await user.type(tagField(), 'one more');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(tagField()).toHaveAccessibleDescription(/A keyword can have at most 20 tags/);
  await user.clear(tagField());
  await user.click(screen.getByRole('button', { name: 'Remove tag 3' }));
  await user.type(tagField(), `${'x'.repeat(51)},`);
  expect(tagField()).toHaveAccessibleDescription(/A tag can have at most 50 characters/);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(saved).toEqual([]);
});

test('the server’s refusal of a tag expands its field', async () => {
  serveWatches();
  const fields = { 'tags.0': 'Not this one' };
  server.use(http.post('*/api/keywords', () => refusal(422, 'VALIDATION_FAILED', 'x', { fields })));
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Not this one')).toBeVisible();
  expect(tagField()).toHaveAccessibleDescription(/Not this one/);
});

test('what is meant is described in a sentence, and a refusal of it expands its field', async () => {
  const { saved } = serveWatches([aWatch({ description: 'The language' })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByText('Alerts'));
  const field = screen.getByRole('textbox', { name: 'What do you mean?' });
  expect(field).toHaveValue('The language');
  await user.type(field, ', not the game');
  await user.click(screen.getByText('Alerts'));
  const fields = { description: 'Not like this' };
  const refuse = () => refusal(422, 'VALIDATION_FAILED', 'x', { fields });
  server.use(http.put('*/api/keywords/:id', refuse, { once: true }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Not like this')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ description: 'The language, not the game' }]);
});

test('push is switched off for one keyword, and its card says so', async () => {
  const { saved } = serveWatches([aWatch()]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByText('Alerts'));
  await user.click(screen.getByRole('switch', { name: 'Push for this keyword' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ notificationSettings: { browserNotification: false } }]);
  expect(screen.getByText('No push')).toBeInTheDocument();
});
