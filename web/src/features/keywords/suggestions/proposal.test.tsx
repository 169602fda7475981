import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { JudgedMatch, WatchProposal } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';
import {
  aRule,
  dismissTwice,
  marked,
  openSuggestion,
  refuseChange,
  serveSuggestion,
} from '@/testing/suggestions';

import { proposalText } from './texts';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const watch = aWatch({ keyword: 'tea', subreddits: ['all'] });

const aProposal = (changes: Partial<WatchProposal> = {}): WatchProposal => ({
  fromDescription: false,
  changes: [{ kind: 'word', value: 'giveaway' }],
  rule: aRule('*tea* -giveaway'),
  notRelevant: 3,
  dropped: 3,
  kept: 2,
  undecided: 2,
  undecidedDropped: 1,
  alsoDropped: [],
  ...changes,
});

const judged = (id: number, judgement: JudgedMatch['judgement'], title: string): JudgedMatch => ({
  notificationId: `notification-${id}`,
  judgement,
  item: anItem(id, { title, body: '' }),
});

const matches = [
  judged(1, 'notRelevant', 'A tea giveaway'),
  judged(2, 'notRelevant', 'Giveaway of tea'),
  judged(3, 'notRelevant', 'My tea giveaway'),
  judged(4, 'opened', 'Which tea is best?'),
  judged(5, 'opened', 'Steam and tea'),
  judged(6, 'undecided', 'Unread tea giveaway'),
  judged(7, 'undecided', 'Unread tea'),
];

/** Serves a keyword for which a change is due. */
function serve(proposal: WatchProposal, dueAt: string | null = '2026-01-01T12:00:00Z') {
  const served = serveSuggestion('proposal', [watch], () => ({ proposal }));
  server.use(
    http.get('*/api/keywords/activity', () =>
      HttpResponse.json({
        days: ['2026-01-01'],
        maxCount: 500,
        watches: [{ _id: watch._id, counts: [7], proposalDueAt: dueAt }],
      }),
    ),
    http.get('*/api/keywords/:id/judged-matches', () => HttpResponse.json({ matches })),
  );
  return served;
}

async function open(proposal = aProposal()) {
  const served = serve(proposal);
  const opened = await openSuggestion('See the difference: tea', 'See the difference');
  return { ...served, ...opened };
}

const listOf = (title: RegExp) => {
  const list = screen.getByRole('list', { name: title });
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.font-semibold')?.textContent);
};

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test.each<[Partial<WatchProposal>, string]>([
  [
    { kept: 12, undecidedDropped: 0 },
    '3 matches were not relevant. Excluding “giveaway” would drop them and keep all 12 you opened.',
  ],
  [
    {
      changes: [
        { kind: 'subreddit', value: 'Deals' },
        { kind: 'author', value: 'tea_bot' },
      ],
      notRelevant: 1800,
      dropped: 1700,
      kept: 1,
    },
    '1,800 matches were not relevant. Excluding r/Deals and excluding u/tea_bot would drop 1,700 of them and keep the one you opened. It would drop 1 unread match as well.',
  ],
  [
    { changes: [{ kind: 'minScore', value: '5' }], kept: 0, undecidedDropped: 2 },
    '3 matches were not relevant. Asking for a score of at least 5 would drop them. It would drop 2 unread matches as well.',
  ],
  [
    { changes: [{ kind: 'wholeWords', value: '' }], undecidedDropped: 0 },
    '3 matches were not relevant. Matching whole words only would drop them and keep both you opened.',
  ],
  [
    { fromDescription: true, notRelevant: 1, dropped: 1, kept: 9, undecidedDropped: 2 },
    'Exclude “giveaway”? 3 of the latest matches contain it.',
  ],
  [
    { fromDescription: true, notRelevant: 0, dropped: 0 },
    'Exclude “giveaway”? 1 of the latest matches contains it.',
  ],
])('a suggestion with %j', (changes, text) => {
  expect(proposalText(aProposal(changes), ['all'])).toBe(text);
});

test('nothing is requested for a keyword for which no change is due', async () => {
  const { asked } = serve(aProposal(), null);
  renderApp('/keywords');
  expect(await screen.findByRole('img', { name: /^Last 7 days/ })).toBeInTheDocument();
  expect(asked).toEqual([]);
});

test('the difference shows what goes, what stays and where the keyword is', async () => {
  const { dialog } = await open();
  expect(await dialog.findByText('4 matches go, 3 stay')).toBeVisible();
  expect(listOf(/^Not relevant, and would go \(3\)/)).toEqual([
    'A tea giveaway',
    'Giveaway of tea',
    'My tea giveaway',
  ]);
  expect(listOf(/^Unread, and would go \(1\)/)).toEqual(['Unread tea giveaway']);
  expect(listOf(/^Would stay \(3\)/)).toEqual([
    'Which tea is best?',
    'Steam and tea',
    'Unread tea',
  ]);
  const marks = marked();
  expect(marks).toHaveLength(8);
  expect(new Set(marks)).toEqual(new Set(['tea']));
});

test('an edited rule is tried at once, and opened matches that would go come first', async () => {
  const { user, dialog } = await open();
  const query = dialog.getByRole('textbox', { name: 'Query' });
  await user.type(query, ' -steam');
  expect(await dialog.findByText('5 matches go, 2 stay')).toBeVisible();
  const [first] = dialog.getAllByRole('heading', { level: 3 });
  expect(first).toHaveTextContent('You opened these, and they would go (1)');
  await user.type(query, ' (');
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

test('names and filters can be edited if the proposal changes them', async () => {
  const { user, dialog } = await open(
    aProposal({
      changes: [{ kind: 'subreddit', value: 'programming' }],
      rule: {
        ...watch,
        excludedSubreddits: ['programming'],
        filters: { ...watch.filters, wholeWordOnly: true },
      },
    }),
  );
  const names = dialog.getByRole('textbox', { name: 'Excluded subreddits' });
  expect(dialog.queryByRole('textbox', { name: 'Query' })).not.toBeInTheDocument();
  expect(await dialog.findByText('7 matches go, 0 stay')).toBeVisible();
  await user.clear(names);
  expect(await dialog.findByText('0 matches go, 7 stay')).toBeVisible();
  await user.click(dialog.getByRole('switch', { name: 'Whole words only' }));
  expect(await dialog.findByText('0 matches go, 7 stay')).toBeVisible();
});

test('one click applies it, and another takes it back', async () => {
  const { user, dialog, saved } = await open();
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('“tea” was changed')).toBeVisible();
  expect(saved[0]).toMatchObject({ keyword: '*tea* -giveaway', mode: 'query', isActive: true });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: '*tea* -giveaway' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“tea” is as it was before')).toBeVisible();
  expect(saved[1]).toMatchObject({ keyword: 'tea', mode: 'literal', filters: watch.filters });
});

test('what the description excludes is excluded by one click on the card', async () => {
  const { saved } = serve(aProposal({ fromDescription: true }));
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Exclude: tea' }));
  expect(await screen.findByText('“tea” was changed')).toBeVisible();
  expect(saved).toMatchObject([{ keyword: '*tea* -giveaway', mode: 'query' }]);
});

test('a refusal is reported in the dialog', async () => {
  const { user, dialog } = await open();
  refuseChange();
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(await dialog.findByText('Edit that one instead.')).toBeVisible();
});

test('a dismissed suggestion disappears at once, and returns if that fails', async () => {
  const { dismissed } = serve(aProposal());
  await dismissTwice('proposal', 'Dismiss: tea', 'The suggestion could not be dismissed');
  expect(screen.queryByText(/were not relevant/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Snooze tea' })).toHaveFocus();
  await waitFor(() => expect(dismissed).toEqual([watch._id]));
});
