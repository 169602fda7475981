// Every screen of the product in each of its states. The tests of screens and the screenshots
// iterate over this list; a new screen needs one entry here.

import { analytics, analyticsEmpty } from './analytics.mjs';
import {
  coverage,
  coverageEmpty,
  coverageOfAll,
  coverageTrouble,
  keywordCoverage,
  placeCoverage,
  planEstimate,
} from './coverage.mjs';
import { openKeywordForm, signIn } from './forms.mjs';
import { analysed, analysing, neverAnalysed, usedUp } from './insights.mjs';
import * as given from './states.mjs';

/** A keyword with three matches that were not relevant, and the suggested change. */
const suggested = {
  '**/api/keywords/activity?*': given.proposalDue,
  '**/api/keywords/*/proposal': given.proposal,
  '**/api/keywords/*/judged-matches': given.judgedMatches,
};

const tried = {
  '**/api/keywords?*': given.variantTried,
  '**/api/keywords/*/variant': given.variantDifference,
};

/** A keyword that nearly matched some posts. */
const nearlyMatched = {
  '**/api/keywords?*': given.nearMissed,
  '**/api/keywords/near-misses': given.nearMisses,
};

/** Returns the states of the screen at `path`, which share properties, and answers beside their own. */
const at = (path, states, { answers, ...shared } = {}) =>
  states.map((state) => ({ path, ...shared, ...state, answers: { ...answers, ...state.answers } }));

const role = (role, name) => (page) => page.getByRole(role, name && { name });
const text = (shown) => (page) => page.getByText(shown);

/** Returns an `act` that presses buttons and then waits for the last of `steps`. */
const press =
  (...steps) =>
  async (page) => {
    const outcome = steps.at(-1);
    for (const name of steps.slice(0, -1)) await page.getByRole('button', { name }).click();
    await outcome(page).waitFor();
  };

/** Returns an `act` in the form for a new keyword. */
const adding = (act) => async (page) => act(await openKeywordForm(page), page);

/** Returns an `act` in that form, after `keyword` is typed. */
const typing = (keyword, act) =>
  adding(async (dialog, page) => {
    await dialog.getByPlaceholder('Enter keyword to watch').fill(keyword);
    await act(dialog, page);
  });

/** Shows what the form folds away for new accounts. */
async function unfold(dialog) {
  const more = dialog.getByText('More options');
  if (await more.isVisible()) await more.click();
}

/** Returns an `act` in that form, after `query` is written. */
const writing = (query, act) =>
  adding(async (dialog) => {
    await unfold(dialog);
    await dialog.getByRole('radio', { name: /Query/ }).check();
    await dialog.getByRole('textbox', { name: 'Query' }).fill(query);
    await act(dialog);
  });

/** Returns an `act` in an open group of notifications. */
const grouped = (act) => async (page) => {
  await page.getByRole('button', { name: /^"compost"/ }).click();
  await page.getByRole('button', { name: 'Delete notification' }).first().waitFor();
  await act(page);
};

/** Returns an `act` in the dialog that mutes what a notification is about. */
const muting = (act) =>
  grouped(async (page) => {
    await page.getByRole('button', { name: 'Mute…' }).first().click();
    await act(page.getByRole('dialog', { name: 'Mute' }));
  });

/** A list with more unread notifications than it shows. */
const manyUnread = {
  '**/api/notifications?status=unread&limit=1': (answer) => ({
    ...answer,
    pagination: { ...answer.pagination, totalItems: given.MANY },
  }),
  '**/api/notifications/ids?*': given.manyIds,
};

/** Returns an `act` once all that is shown in that list is selected. */
const selecting = (act) => async (page) => {
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByText(/shown are selected/).waitFor();
  await act(page);
};

async function selectMatching(page) {
  await page.getByRole('button', { name: 'Select all 10,710 unread' }).click();
  await page.getByText('All 10,710 unread are selected.').waitFor();
}

/**
 * A state of a screen.
 * - `as`: the user: `nobody` is signed out, `newcomer` has nothing yet, `reader` has everything.
 * - `ready`: waits for what the page loads by itself.
 * - `act`: brings the page into the state.
 * - `stored`: additional values of local storage.
 * - `answers`: replaced answers by address, which may begin with the method. A function receives
 *   the server's own answer.
 * - `hold`, `fail`: calls that never answer, or whose connection breaks.
 * - `moves`: something appears late and shifts the layout, for a reason beside it.
 * - `allow`: rules of axe that are disabled, for a reason beside them.
 * - `logs`: other errors that the browser logs.
 * - `refusals`: statuses of failing calls, each of which a browser logs as an error.
 */
const signedOut = [
  {
    name: 'landing',
    path: '/',
    ready: (page) => page.getByText(/\d+ sample posts match/).waitFor(),
  },
  ...at('/login', [
    { name: 'login' },
    {
      name: 'login-invalid',
      act: async (page) => {
        await page.getByLabel('Email').fill('nobody');
        await page.getByLabel('Password', { exact: true }).focus();
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('Please enter a valid email').waitFor();
      },
    },
    {
      name: 'login-refused',
      refusals: [401],
      act: async (page) => {
        await signIn(page, 'nobody@example.com');
        await page.getByRole('alert').first().waitFor();
      },
    },
    {
      name: 'login-unverified',
      refusals: [403],
      act: async (page) => {
        await signIn(page, 'eve@example.com');
        await page.getByRole('button', { name: 'Resend verification email' }).waitFor();
      },
    },
    {
      name: 'rate-limited',
      stored: () => ({
        rateLimitExceeded: 'true',
        lastRateLimitError: JSON.stringify({
          code: 'AUTH_RATE_LIMIT_EXCEEDED',
          message: 'Too many attempts',
          retryAfter: 600,
          timestamp: Date.now(),
        }),
      }),
      act: (page) => page.getByText('Too Many Login Attempts').waitFor(),
    },
  ]),
  ...at('/register', [
    { name: 'register' },
    {
      name: 'register-invalid',
      act: press('Create account', text('First name is required')),
    },
  ]),
  {
    name: 'setup',
    path: '/setup?key=abc',
    answers: {
      '**/api/setup/look': {
        needsAccount: true,
        sites: ['news.ycombinator.com', 'bsky.app', 'join-lemmy.org'],
      },
    },
    ready: (page) => page.getByRole('button', { name: 'Start listening' }).waitFor(),
  },
  {
    name: 'setup-used',
    path: '/setup?key=used',
    refusals: [403],
    ready: (page) => page.getByText('This link does not work').waitFor(),
  },
  { name: 'verify-email', path: '/verify-email?email=ada%40example.com' },
  { name: 'verify-email-unknown', path: '/verify-email' },
  {
    name: 'verify-email-running',
    path: '/verify-email?token=held',
    hold: '**/api/auth/verification/*',
    loading: true,
    act: (page) => page.getByText('Verifying your email...').waitFor(),
  },
  {
    name: 'verify-email-choose',
    path: '/verify-email?token=open',
    answers: {
      '**/api/auth/verification/*': { isVerified: false, email: 'ada@example.com' },
    },
    // The form is taller than the text before it, and both are centred.
    moves: true,
    ready: (page) => page.getByRole('button', { name: 'Verify Email' }).waitFor(),
  },
  {
    name: 'verify-email-failed',
    path: '/verify-email?token=wrong',
    refusals: [400],
    act: (page) => page.getByText('Verification Failed').waitFor(),
  },
  {
    name: 'verify-success',
    path: '/verify-success?email=ada%40example.com&message=Email%20verified%20successfully',
    act: (page) => page.getByText('Email Verified!').waitFor(),
  },
  { name: 'verify-success-wrong', path: '/verify-success' },
  ...at('/forgot-password', [
    { name: 'forgot-password' },
    {
      name: 'forgot-password-sent',
      act: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com');
        await page.getByRole('button', { name: 'Send reset link' }).click();
        await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      },
    },
  ]),
  { name: 'reset-password', path: '/reset-password?token=some' },
  {
    name: 'reset-password-invalid',
    path: '/reset-password?token=wrong',
    refusals: [400],
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Listening-4-me');
      await page.getByLabel('Confirm password', { exact: true }).fill('Listening-4-me');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    },
  },
  { name: 'reset-password-without-token', path: '/reset-password' },
  { name: 'terms', path: '/terms' },
  { name: 'refund', path: '/refund' },
  { name: 'privacy', path: '/privacy' },
  ...at('/status', [
    { name: 'status', answers: { '**/api/public-status': given.publicStatus } },
    { name: 'status-late', answers: { '**/api/public-status': given.lateStatus } },
    { name: 'status-off', refusals: [404] },
  ]),
].map((screen) => ({ as: 'nobody', ...screen }));

/** The call that returns the latest insights. */
const LATEST = '**/api/ai/insights';

/** Returns the answers to a user whose plan is `status`. */
const subscribed = (status) => ({
  '**/api/subscriptions/status': status,
  ...(status.isPro && {
    '**/api/users/profile': given.pro,
    '**/api/subscriptions/usage': given.proUsage,
  }),
});

const signedIn = [
  ...at('/dashboard', [
    { name: 'dashboard' },
    { name: 'dashboard-empty', as: 'newcomer' },
    {
      name: 'dashboard-loading',
      hold: /\/api\/(keywords|notifications)/,
      loading: true,
    },
    { name: 'dashboard-failed', fail: /\/api\/(keywords|notifications)/ },
    {
      name: 'session-loading',
      hold: '**/api/users/profile',
      loading: true,
      // The page's content is not known yet.
      allow: ['page-has-heading-one'],
    },
    {
      name: 'menu',
      answers: { '**/api/searches': given.savedSearches },
      narrow: true,
      act: press('Open menu', role('dialog', 'Menu')),
    },
    {
      name: 'palette',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'palette-nothing',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByPlaceholder('Search or jump to…').fill('xyzzy');
        await page.getByText('No results.').waitFor();
      },
    },
    {
      name: 'shortcuts',
      act: async (page) => {
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      },
    },
    {
      name: 'offline',
      logs: /ERR_INTERNET_DISCONNECTED/,
      act: async (page) => {
        await page.context().setOffline(true);
        await page.getByText(/^Offline\. Shown as of/).waitFor();
      },
    },
    { name: 'dashboard-snoozed', answers: { '**/api/users/profile': given.snoozed } },
    {
      name: 'dashboard-trouble',
      answers: {
        '**/api/users/profile': given.refusedMail,
        '**/api/deliveries/failed': given.failedDeliveries,
        '**/api/status': given.trouble,
      },
      ready: (page) => page.getByRole('region', { name: 'Needs attention' }).waitFor(),
      // Space that is reserved for problems would usually be empty.
      moves: true,
    },
    {
      name: 'undelivered',
      answers: { '**/api/deliveries/failed': given.failedDeliveries },
      // As above.
      moves: true,
      // On phones the banner has its buttons once it is open.
      act: press(/^Open: /, 'Show them', role('dialog', /could not be delivered/)),
    },
  ]),
  ...at(
    '/notifications/search?q=compost&kind=post',
    [
      { name: 'search' },
      {
        name: 'search-selected',
        act: selecting((page) =>
          page.getByRole('button', { name: 'Select all results' }).waitFor(),
        ),
      },
    ],
    {
      answers: {
        '**/api/users/profile': given.pro,
        '**/api/searches': given.savedSearches,
        '**/api/notifications/search?*': given.foundNotifications,
      },
      ready: (page) => page.getByRole('list', { name: 'Search results' }).waitFor(),
    },
  ),
  {
    name: 'search-begin',
    path: '/notifications/search',
    answers: { '**/api/users/profile': given.pro, '**/api/searches': { searches: [] } },
  },
  ...at(
    '/notifications/search?q=compost',
    [
      {
        name: 'search-nothing',
        answers: {
          '**/api/notifications/search?*': { notifications: [], next: null, searchedBackTo: null },
        },
        ready: (page) => page.getByText('Nothing found').waitFor(),
      },
      { name: 'search-failed', fail: '**/api/notifications/search?*' },
      { name: 'search-save', act: press('Save search', role('dialog', 'Save search')) },
    ],
    {
      answers: {
        '**/api/users/profile': given.pro,
        '**/api/notifications/search?*': given.foundNotifications,
      },
    },
  ),
  { name: 'search-free', path: '/notifications/search' },
  {
    name: 'message',
    path: '/notifications/message/01a2105c-96f5-70c1-81aa-371f6f07a8c4?keyword=compost',
    answers: { '**/api/notifications?*': given.messageNotifications },
    ready: (page) => page.getByRole('list', { name: 'Matches in this message' }).waitFor(),
  },
  { name: 'message-empty', path: '/notifications/message/01a2105c-96f5-70c1-81aa-371f6f07a8c4' },
  { name: 'feeds-not-read', path: '/feeds' },
  ...at(
    '/feeds',
    [
      { name: 'feeds' },
      { name: 'feeds-empty', answers: { '**/api/sources/feeds': { feeds: [], limit: 200 } } },
      { name: 'feeds-loading', hold: '**/api/sources/feeds', loading: true },
      { name: 'feeds-failed', fail: '**/api/sources/feeds' },
      {
        name: 'feeds-full',
        answers: { '**/api/sources/feeds': given.allFeeds },
        // The form disappears once the list is loaded and shows that the limit is reached.
        moves: true,
      },
      {
        name: 'feeds-choice',
        // Following a feed has the same address as the list.
        answers: { 'POST **/api/sources/feeds': given.feedChoices },
        act: async (page) => {
          await page.getByRole('textbox', { name: /^Address of a feed/ }).fill('garden.example');
          await page.getByRole('button', { name: 'Follow', exact: true }).click();
          await page.getByRole('heading', { name: /^This page has several feeds/ }).waitFor();
        },
      },
      {
        name: 'feeds-import',
        answers: { '**/api/sources/feeds/import': given.feedImport },
        act: async (page) => {
          await page.getByRole('button', { name: 'Import' }).click();
          const buffer = Buffer.from('<opml version="2.0"><body/></opml>');
          const file = { name: 'list.opml', mimeType: 'text/x-opml', buffer };
          await page.getByLabel('Choose an OPML file').setInputFiles(file);
          await page.getByRole('heading', { name: '1 feed was added, 1 could not be' }).waitFor();
        },
      },
    ],
    {
      answers: {
        '**/api/users/profile': given.withFeeds,
        '**/api/sources/feeds': given.followedFeeds,
      },
    },
  ),
  {
    name: 'announcement',
    path: '/dashboard',
    answers: { '**/api/users/profile': given.announced },
    // Reserved space would be empty on every screen while nothing is announced.
    moves: true,
  },
  { name: 'admin-not', path: '/admin' },
  ...at(
    '/admin',
    [
      { name: 'admin' },
      {
        name: 'admin-empty',
        answers: {
          '**/api/admin/users?*': { users: [], nextCursor: null },
          '**/api/admin/health': given.quietHealth,
          '**/api/admin/audit-log?*': { entries: [], hasMore: false },
        },
      },
      {
        name: 'admin-configured',
        answers: { '**/api/admin/settings': given.configuredSettings },
      },
      { name: 'admin-loading', hold: '**/api/admin/**', loading: true },
      { name: 'admin-failed', fail: '**/api/admin/**' },
      { name: 'admin-account', act: press('Manage eve@example.com', text(/^18,250$/)) },
      {
        name: 'admin-account-suspended',
        answers: { '**/api/admin/users/*': given.suspendedAccount },
        act: press('Manage bob@example.com', text(/^18,250$/)),
      },
      {
        name: 'admin-account-delete',
        act: press(
          'Manage eve@example.com',
          'Delete account',
          role('alertdialog', 'Delete this account?'),
        ),
      },
      { name: 'admin-invite', act: press('Invite', role('dialog', 'Invite someone')) },
      {
        name: 'admin-invited',
        answers: {
          '**/api/admin/invitations': {
            link: 'https://harken.example/register?invite=Jb8Vq2yXn0fT5cWmZrLk9uGdHs3EaPo7QiYvBtNjKxM',
            expiresAt: '2026-01-27T08:30:00Z',
          },
        },
        act: press('Invite', 'Create link', role('button', 'Copy link')),
      },
    ],
    {
      answers: {
        '**/api/users/profile': given.administrator,
        '**/api/admin/users?*': given.accounts,
        '**/api/admin/users/*': given.oneAccount,
        '**/api/admin/health': given.instanceHealth,
        '**/api/admin/audit-log?*': given.auditLog,
        '**/api/admin/settings': given.instanceSettings,
      },
    },
  ),
  ...at(
    '/mutes',
    [
      { name: 'mutes' },
      { name: 'mutes-empty', answers: { '**/api/mutes': { mutes: [] } } },
      { name: 'mutes-loading', hold: '**/api/mutes', loading: true },
      { name: 'mutes-failed', fail: '**/api/mutes' },
      {
        name: 'mute-add',
        act: async (page) => {
          await page.getByRole('button', { name: 'Mute something' }).click();
          const dialog = page.getByRole('dialog', { name: 'Mute something' });
          await dialog.getByRole('textbox', { name: 'Author' }).fill('loud_one');
          await dialog.getByText(/^12 notifications\./).waitFor();
        },
      },
      {
        name: 'mute-site',
        answers: { '**/api/users/profile': given.withSites, '**/api/mutes': given.siteMutes },
        act: async (page) => {
          await page.getByText('Hacker News', { exact: true }).waitFor();
          await page.getByRole('button', { name: 'Mute something' }).click();
          const dialog = page.getByRole('dialog', { name: 'Mute something' });
          await dialog.getByRole('combobox', { name: 'What' }).selectOption('Subreddit or site');
          await dialog.getByRole('textbox', { name: 'Subreddit or site' }).fill('hacker news');
          await dialog.getByText(/^12 notifications\./).waitFor();
        },
      },
      { name: 'mute-end', act: press('Unmute r/memes', role('dialog', 'Unmute r/memes?')) },
    ],
    {
      answers: {
        '**/api/mutes': given.muteList,
        '**/api/mutes/preview': { count: 12, next: null },
      },
    },
  ),
  ...at(
    '/analytics',
    [
      { name: 'analytics' },
      {
        name: 'analytics-table',
        path: '/analytics?from=2026-01-01&until=2026-01-31',
        act: press('Table: Keywords', role('table', 'Keywords')),
      },
      { name: 'analytics-empty', answers: { '**/api/analytics?*': analyticsEmpty } },
      { name: 'analytics-loading', hold: '**/api/analytics?*', loading: true },
      { name: 'analytics-failed', fail: '**/api/analytics?*' },
    ],
    { answers: { '**/api/users/profile': given.pro, '**/api/analytics?*': analytics } },
  ),
  { name: 'analytics-free', path: '/analytics' },
  ...at('/coverage', [
    { name: 'coverage', answers: { '**/api/coverage?*': coverage } },
    {
      name: 'coverage-trouble',
      answers: { '**/api/coverage?*': coverageTrouble },
    },
    { name: 'coverage-all', answers: { '**/api/coverage?*': coverageOfAll } },
    {
      name: 'coverage-empty',
      as: 'newcomer',
      answers: { '**/api/coverage?*': coverageEmpty },
    },
    { name: 'coverage-loading', hold: '**/api/coverage?*', loading: true },
    { name: 'coverage-failed', fail: '**/api/coverage?*' },
  ]),
  {
    name: 'coverage-place',
    path: '/coverage/gardening',
    answers: { '**/api/coverage/*': placeCoverage },
    act: async (page) => {
      await page.locator('summary', { hasText: 'Comments by hour' }).click();
      await page.getByRole('table', { name: 'Comments by hour' }).waitFor();
    },
  },
  { name: 'coverage-unwatched', path: '/coverage/nowhere', refusals: [404] },
  ...at('/keywords', [
    { name: 'keywords' },
    {
      name: 'keywords-coverage',
      answers: { '**/api/keywords/coverage': keywordCoverage },
      ready: (page) => page.getByRole('link', { name: /^Every post since/ }).waitFor(),
    },
    { name: 'keywords-empty', as: 'newcomer' },
    { name: 'keywords-loading', hold: '**/api/keywords?*', loading: true },
    { name: 'keywords-failed', fail: '**/api/keywords?*' },
    { name: 'keyword-add', as: 'newcomer', act: openKeywordForm },
    {
      name: 'keyword-preview',
      as: 'newcomer',
      act: typing('compost', (dialog) => dialog.locator('mark').first().waitFor()),
    },
    {
      name: 'keyword-volume',
      answers: { '**/api/keywords/preview': given.counts },
      act: typing('compost', (dialog) => dialog.getByRole('button', { name: 'Show 7' }).click()),
    },
    {
      name: 'keyword-volume-failed',
      fail: '**/api/keywords/preview',
      act: typing('compost', (dialog) =>
        dialog.getByText('Recent matches could not be counted.').waitFor(),
      ),
    },
    {
      name: 'keyword-remarks',
      answers: { '**/api/keywords/preview': given.remarks },
      act: typing('compost or worms', (dialog) =>
        dialog.getByRole('button', { name: 'Show 2 more' }).click(),
      ),
    },
    {
      name: 'keyword-past-failed',
      answers: { '**/api/keywords/preview': given.counts },
      fail: '**/api/keywords/*/backfill',
      act: async (page) => {
        await page.getByRole('button', { name: 'Edit kettle' }).click();
        const dialog = page.getByRole('dialog', { name: 'Edit Keyword' });
        await dialog.getByRole('checkbox', { name: /last 24 hours/ }).check();
        await dialog.getByRole('button', { name: 'Update' }).click();
        await dialog.getByRole('button', { name: 'Try again' }).waitFor();
      },
    },
    {
      name: 'keyword-suggestions',
      as: 'newcomer',
      act: adding(async (dialog, page) => {
        await dialog.getByRole('combobox').pressSequentially('web');
        await page.getByRole('option').first().waitFor();
      }),
    },
    {
      name: 'keyword-invalid-subreddit',
      as: 'newcomer',
      act: adding(async (dialog) => {
        await dialog.getByRole('combobox').fill('no, such');
        await dialog.getByRole('combobox').press('Tab');
        await dialog.getByText('Invalid subreddit').first().waitFor();
      }),
    },
    {
      name: 'keyword-cost',
      as: 'newcomer',
      answers: {
        '**/api/subreddits/validate/*': { exists: true, name: 'BuyItForLife' },
        '**/api/coverage/plan': planEstimate,
      },
      act: adding(async (dialog) => {
        await dialog.getByRole('combobox').fill('BuyItForLife');
        await dialog.getByRole('combobox').press('Tab');
        await dialog.getByText(/^Adding r\/BuyItForLife takes about/).waitFor();
      }),
    },
    {
      name: 'keyword-query',
      as: 'newcomer',
      act: writing('(compost OR mulch) -worms type:post', (dialog) =>
        dialog.locator('mark').first().waitFor(),
      ),
    },
    {
      name: 'keyword-query-wrong',
      as: 'newcomer',
      act: writing('compost (heap OR pile', (dialog) => {
        const error = dialog.getByText(/^This parenthesis is never closed/);
        return error.first().waitFor();
      }),
    },
    {
      name: 'keyword-chip',
      as: 'newcomer',
      act: writing('title:compost -"worm farm"', async (dialog) => {
        await dialog.getByRole('button', { name: 'Edit title:compost' }).click();
        await dialog.getByRole('textbox', { name: 'Word or phrase' }).waitFor();
      }),
    },
    {
      name: 'keyword-exclusions',
      as: 'newcomer',
      act: adding(async (dialog) => {
        await unfold(dialog);
        await dialog.locator('summary', { hasText: 'Exclusions' }).click();
        await dialog.getByRole('textbox', { name: 'Excluded authors' }).fill('loud_one, so!me,');
        await dialog.getByText('u/so!me - Invalid author').waitFor();
      }),
    },
    {
      name: 'keyword-sources',
      answers: { '**/api/users/profile': given.withSites },
      act: adding((dialog) => dialog.getByRole('checkbox', { name: 'Hacker News' }).check()),
    },
    {
      name: 'keyword-feeds',
      answers: {
        '**/api/users/profile': given.withFeeds,
        '**/api/sources/feeds': given.followedFeeds,
      },
      act: adding((dialog) => dialog.getByRole('checkbox', { name: 'All about kettles' }).check()),
    },
    {
      name: 'keyword-last-source',
      answers: { '**/api/users/profile': given.withSites },
      act: adding(async (dialog) => {
        await dialog.getByRole('checkbox', { name: 'Hacker News' }).check();
        await dialog.getByRole('checkbox', { name: 'Reddit' }).uncheck();
        await dialog.getByRole('checkbox', { name: 'Hacker News' }).click();
        await dialog.getByText(/at least one source/).waitFor();
      }),
    },
    {
      name: 'keyword-edit',
      act: press('Edit kettle', role('dialog', 'Edit Keyword')),
    },
    {
      name: 'keyword-delete',
      act: press('Delete kettle', text('Are you sure you want to delete this keyword watch?')),
    },
    {
      name: 'keyword-limit',
      refusals: [403],
      act: typing('one too many', async (dialog, page) => {
        await dialog.getByRole('button', { name: 'Add Keyword' }).click();
        await page.getByRole('dialog', { name: 'Keyword Limit Reached' }).waitFor();
      }),
    },
  ]),
  ...at(
    '/keywords',
    [
      {
        name: 'keywords-suggestion',
        answers: suggested,
        ready: (page) => page.getByText(/^3 matches were not relevant/).waitFor(),
      },
      {
        name: 'keyword-difference',
        answers: suggested,
        act: press('See the difference: kettle', text('4 matches go, 3 stay')),
      },
      {
        name: 'keyword-difference-edited',
        answers: suggested,
        act: async (page) => {
          await page.getByRole('button', { name: 'See the difference: kettle' }).click();
          const dialog = page.getByRole('dialog', { name: 'See the difference' });
          await dialog.getByText('4 matches go, 3 stay').waitFor();
          await dialog.getByRole('textbox', { name: 'Query' }).fill('*kettle* -giveaway -lasts');
          await dialog.getByText('5 matches go, 2 stay').waitFor();
        },
      },
      {
        name: 'keyword-difference-failed',
        answers: suggested,
        fail: '**/api/keywords/*/judged-matches',
        act: press('See the difference: kettle', role('button', 'Try again')),
      },
      {
        name: 'keyword-near-misses',
        answers: nearlyMatched,
        ready: (page) => page.getByText(/^Near miss: 4 posts/).waitFor(),
      },
      {
        name: 'keyword-near-misses-seen',
        answers: nearlyMatched,
        act: press('See the posts: kettle', role('dialog', 'Near misses')),
      },
    ],
    // Most keywords have no suggestion, so reserved space would be empty.
    { moves: true },
  ),
  ...at('/keywords', [
    {
      name: 'keyword-variant',
      answers: tried,
      act: press('Compare: kettle', role('heading', '12 more')),
    },
    {
      name: 'keyword-variant-failed',
      answers: tried,
      fail: '**/api/keywords/*/variant',
      act: press('Compare: kettle', role('button', 'Try again')),
    },
    {
      name: 'keyword-hearing-test',
      answers: {
        '**/api/hearing-tests': given.hearingRuns,
        '**/api/hearing-tests/*': given.hearingRuns,
      },
      // A test that runs cannot be started again.
      loading: true,
      act: press('Hearing test: kettle', text('Tea room')),
    },
    {
      name: 'keyword-hearing-test-failed',
      answers: {
        '**/api/hearing-tests': given.hearingEnds,
        '**/api/hearing-tests/*': given.hearingEnds,
      },
      act: press('Hearing test: kettle', text('Not heard: the post was not stored.')),
    },
    {
      name: 'keyword-hearing-test-refused',
      fail: '**/api/hearing-tests',
      act: press('Hearing test: kettle', text('The test could not be started.')),
    },
    { name: 'keyword-import', act: importKeywords },
    {
      name: 'keyword-import-result',
      answers: { '**/api/keywords/import': given.importAnswer },
      act: async (page) => {
        const dialog = await importKeywords(page);
        await dialog.getByRole('button', { name: 'Import' }).click();
        await dialog.getByText('1 note').click();
      },
    },
    { name: 'keywords-rows', answers: { '**/api/keywords?*': given.manyKeywords } },
    {
      name: 'keywords-row-open',
      answers: { '**/api/keywords?*': given.manyKeywords },
      act: press('teapot review 2', role('button', 'Snooze teapot review 2')),
    },
    { name: 'keywords-snoozed', answers: { '**/api/keywords?*': given.snoozedWatches } },
    {
      name: 'keyword-snooze',
      // A menu hangs on the body, outside of every landmark.
      allow: ['region'],
      act: press('Snooze kettle', (page) => page.getByRole('menuitem').first()),
    },
  ]),
  ...at('/notifications', [
    { name: 'notifications' },
    {
      name: 'notifications-open',
      act: grouped(async (page) => {
        // Until texts can be rendered, they are shown as they were written.
        await page.locator('article strong').first().waitFor();
      }),
    },
    {
      name: 'notifications-more',
      act: grouped(async (page) => {
        await page.getByRole('button', { name: 'Show More' }).first().click();
        await page.getByRole('button', { name: 'Show Less' }).first().waitFor();
      }),
    },
    {
      name: 'notifications-current',
      act: async (page) => {
        await page.keyboard.press('j');
        await page.locator('article:focus').waitFor();
      },
    },
  ]),
  { name: 'notifications-read', path: '/notifications?status=read' },
  { name: 'notifications-archived', path: '/notifications?status=archived' },
  {
    name: 'notifications-set-aside',
    path: '/notifications?status=aside&view=timeline',
    answers: given.setAside,
    ready: (page) =>
      page
        .getByText(/^Set aside because of/)
        .first()
        .waitFor(),
    // The sentences about what is set aside arrive later than the list.
    moves: true,
  },
  {
    name: 'notifications-undo',
    path: '/notifications',
    // The change is not sent, so that later screens find the original state.
    hold: /\/api\/notifications\/[^/]+\/read/,
    act: grouped(async (page) => {
      await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click();
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    }),
  },
  { name: 'notifications-worth-a-reply', path: '/notifications?view=worth-a-reply' },
  ...at('/notifications?view=timeline', [
    { name: 'notifications-timeline' },
    {
      name: 'notifications-rows',
      stored: () => ({ density: 'rows' }),
      act: async (page) => {
        await page.locator('article').first().waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Why this alert?' }).waitFor();
        await page.keyboard.press('j');
      },
    },
    {
      name: 'notifications-more-actions',
      // A menu hangs on the body, outside of every landmark.
      allow: ['region'],
      act: async (page) => {
        await page.getByRole('button', { name: /^More/ }).first().click();
        await page.getByRole('menuitem', { name: 'Copy as Markdown' }).waitFor();
      },
    },
    {
      name: 'notifications-noting',
      act: async (page) => {
        await page.getByRole('button', { name: /^More/ }).first().click();
        await page.getByRole('menuitem', { name: /note…$/ }).click();
        await page.getByRole('dialog', { name: 'Note' }).waitFor();
      },
    },
    {
      name: 'notifications-selected',
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all shown' }).check();
        await page.getByText(/selected$/).waitFor();
      },
    },
    { name: 'notifications-selected-shown', answers: manyUnread, act: selecting(() => {}) },
    {
      name: 'notifications-selected-matching',
      answers: manyUnread,
      act: selecting(selectMatching),
    },
    {
      name: 'notifications-moving',
      answers: manyUnread,
      hold: '**/api/notifications/move',
      // The line about the selection goes with it. With 10,710 selected, that is half a second after the click or later.
      moves: true,
      act: selecting(async (page) => {
        await selectMatching(page);
        await page.getByRole('button', { name: 'Archive: selected' }).click();
        await page.getByText('Archiving 0 of 10,710').waitFor();
      }),
    },
    {
      name: 'notifications-mute-selected',
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all shown' }).check();
        await page.getByRole('button', { name: 'Mute: selected' }).click();
        await page.getByRole('dialog', { name: 'Mute what is selected' }).waitFor();
      },
    },
    {
      name: 'notifications-reading',
      stored: () => ({ readingPane: 'on', density: 'rows' }),
      answers: { '**/api/notifications/*/explanation': { explanation: given.explanation } },
      act: async (page) => {
        await page.locator('article').first().waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        const pane = page.getByRole('region', { name: 'Reading pane' });
        await pane.getByText('These parts of your query match:').waitFor();
      },
    },
  ]),
  ...at('/notifications', [
    { name: 'notifications-empty', as: 'newcomer' },
    {
      name: 'notifications-loading',
      hold: '**/api/notifications/grouped?*',
      loading: true,
    },
    {
      name: 'notifications-failed',
      fail: '**/api/notifications/grouped?*',
      act: (page) => page.getByText('Error loading notifications').waitFor(),
    },
    {
      name: 'notifications-stories',
      answers: { '**/api/notifications/grouped?*': given.stories },
      act: grouped((page) => page.getByRole('button', { name: '2 more in this thread' }).click()),
    },
    {
      name: 'notifications-why',
      answers: { '**/api/notifications/*/explanation': { explanation: given.explanation } },
      act: grouped(async (page) => {
        await page.getByRole('button', { name: 'Why this alert?' }).first().click();
        await page.getByText('These parts of your query match:').waitFor();
      }),
    },
    {
      name: 'notifications-mute',
      answers: { '**/api/mutes/preview': { count: 3, next: null } },
      act: muting((dialog) => dialog.getByText('3 notifications.').waitFor()),
    },
    {
      name: 'notifications-mute-word',
      answers: { '**/api/mutes/preview': { count: 0, next: null } },
      act: muting(async (dialog) => {
        await dialog.getByRole('radio', { name: /a word/ }).click();
        await dialog.getByRole('button', { name: 'Mute' }).click();
        await dialog.getByText('Which word should be muted?').waitFor();
      }),
    },
  ]),
  ...at(
    '/channels',
    [
      { name: 'channels-free' },
      {
        name: 'channels-upgrade',
        act: press('Add channel', role('dialog', 'Upgrade to Pro')),
      },
    ],
    { answers: { '**/api/endpoints': { endpoints: [] } } },
  ),
  ...at(
    '/channels',
    [
      { name: 'channels' },
      { name: 'channels-empty', answers: { '**/api/endpoints': { endpoints: [] } } },
      { name: 'channels-loading', hold: /\/api\/(endpoints|feeds)/, loading: true },
      {
        name: 'channels-failed',
        fail: /\/api\/(endpoints|feeds)/,
        act: (page) => page.getByText('We could not load your feeds.').waitFor(),
      },
      { name: 'channels-add', act: press('Add channel', role('dialog', 'Add a channel')) },
      {
        name: 'channels-add-telegram',
        act: async (page) => {
          await page.getByRole('button', { name: 'Add channel' }).click();
          await page.getByRole('button', { name: /^Telegram/ }).click();
          const dialog = page.getByRole('dialog', { name: 'Add Telegram' });
          await dialog.getByRole('radio', { name: 'Only selected keywords' }).click();
          await dialog.getByRole('button', { name: 'Add channel' }).click();
          await dialog.getByText('Bot token is required').waitFor();
        },
      },
      {
        name: 'channels-add-refused',
        answers: { '**/api/endpoints/test': given.refusedTest },
        act: async (page) => {
          await page.getByRole('button', { name: 'Add channel' }).click();
          await page.getByRole('button', { name: /^Webhook/ }).click();
          const dialog = page.getByRole('dialog', { name: 'Add Webhook' });
          await dialog.getByLabel('Address').fill('https://hooks.example.com/harken');
          await dialog.getByRole('button', { name: 'Add channel' }).click();
          await dialog.getByRole('button', { name: 'Add anyway' }).waitFor();
        },
      },
      {
        name: 'channels-edit',
        act: async (page) => {
          await page.getByRole('button', { name: 'Edit A-name-that' }).click();
          const dialog = page.getByRole('dialog', { name: /^Edit A-name-that/ });
          await dialog.getByRole('button', { name: 'Change address' }).click();
          await dialog.getByLabel('Topic address').waitFor();
        },
      },
      {
        name: 'channels-test',
        answers: {
          '**/api/endpoints/1/test': { ok: true, statusCode: 204, detail: '', durationMs: 143 },
          '**/api/endpoints/2/test': {
            ok: false,
            statusCode: 404,
            detail:
              'answered 404 (no_service): create a new webhook in Slack and enter its address',
            durationMs: 2_140,
          },
        },
        act: async (page) => {
          await page.getByRole('button', { name: 'Send test to Our own server' }).click();
          await page.getByText(/^It arrived/).waitFor();
          await page.getByRole('button', { name: 'Send test to Team chat' }).click();
          await page.getByText(/^It did not arrive/).waitFor();
        },
      },
      { name: 'channels-new-feeds', act: press('Get new addresses', role('alertdialog')) },
      {
        name: 'channel',
        path: '/channels/1',
        act: async (page) => {
          await page.getByRole('button', { name: 'Show secret' }).click();
          await page.getByText(/^whsec_/).waitFor();
          await page.getByText('2 attempts').click();
        },
      },
      { name: 'channel-gone', path: '/channels/none' },
    ],
    {
      answers: {
        '**/api/users/profile': given.pro,
        '**/api/endpoints': given.channelList,
        '**/api/endpoints/*/deliveries?*': given.deliveryList,
        '**/api/endpoints/*/secret': { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        '**/api/feeds': given.feedList,
      },
    },
  ),
  ...at('/ai-insights', [
    { name: 'insights-none', answers: { [LATEST]: neverAnalysed } },
    {
      name: 'insights-newcomer',
      as: 'newcomer',
      // The sample comes once it is known that there are no insights.
      moves: true,
      answers: { [LATEST]: neverAnalysed },
      act: press('Generate Insights', text('No keywords found. Please add some keywords first.')),
    },
    {
      name: 'insights-running',
      answers: { [LATEST]: analysing },
      hold: '**/api/ai/runs/*/events',
      loading: true,
      // Space that is reserved for a rare notice would usually be empty.
      moves: true,
      ready: (page) => page.getByRole('progressbar').waitFor(),
    },
    { name: 'insights-loading', hold: /\/api\/(ai|keywords)/, loading: true },
    { name: 'insights-failed', fail: /\/api\/(ai|keywords)/ },
  ]),
  ...at(
    '/ai-insights',
    [
      { name: 'insights' },
      {
        name: 'insights-tables',
        act: async (page) => {
          // Collapsed sections are checked, too.
          const folds = page.locator('main details:not([open]) > summary');
          while ((await folds.count()) > 0) await folds.first().click();
          const tables = page.getByRole('button', { name: /^Show table/ });
          while ((await tables.count()) > 0) await tables.first().click();
          await page
            .getByRole('button', { name: /^Show full title/ })
            .first()
            .click();
        },
      },
      {
        name: 'insights-limit',
        // The samples are the server's own.
        answers: { '**/api/ai/usage': usedUp },
        // Space that is reserved for a rare notice would usually be empty.
        moves: true,
        act: press('Generate Insights', text(/Please try again tomorrow/)),
      },
      {
        name: 'insights-limit-own',
        answers: { '**/api/ai/usage': usedUp },
        moves: true,
        act: async (page) => {
          await page.getByRole('button', { name: 'Show your own insights' }).click();
          await page.getByRole('region', { name: 'Insights for compost' }).waitFor();
        },
      },
      {
        name: 'insights-export',
        // A menu hangs on the body, outside of every landmark.
        allow: ['region'],
        act: press('Export', (page) => page.getByRole('menuitem').first()),
      },
    ],
    { answers: { [LATEST]: analysed }, ready: drawn },
  ),
  ...at('/subscription', [
    { name: 'subscription', answers: subscribed(given.freePlan) },
    {
      name: 'subscription-yearly',
      answers: subscribed(given.freePlan),
      act: async (page) => {
        await page.getByRole('radio', { name: /^Yearly/ }).check();
        await page.getByText('Can I get my money back?').click();
      },
    },
    {
      name: 'subscription-refused',
      answers: subscribed(given.freePlan),
      fail: '**/api/subscriptions/create-checkout-session',
      act: press('Upgrade to Pro', text('The payment page could not be opened')),
    },
    { name: 'subscription-loading', hold: /\/subscriptions\//, loading: true },
    { name: 'subscription-failed', fail: /\/api\/subscriptions\// },
    { name: 'subscription-nothing-sold', answers: subscribed(given.nothingSold) },
    { name: 'subscription-pro', answers: subscribed(given.proPlan) },
    { name: 'subscription-past-due', answers: subscribed(given.pastDuePlan) },
    { name: 'subscription-ending', answers: subscribed(given.endingPlan) },
    {
      name: 'subscription-cancelling',
      answers: subscribed(given.proPlan),
      act: press('Cancel subscription', role('alertdialog')),
    },
  ]),
  ...at('/subscription/success?session_id=x', [
    {
      name: 'subscription-success',
      answers: subscribed(given.proPlan),
      ready: (page) => page.getByRole('heading', { name: 'Welcome to Harken Pro!' }).waitFor(),
      // The welcome replaces the spinner once it is loaded.
      moves: true,
    },
    {
      name: 'subscription-processing',
      answers: subscribed(given.freePlan),
      loading: true,
    },
  ]),
  { name: 'subscription-cancel', path: '/subscription/cancel' },
  ...at('/settings', [
    { name: 'settings' },
    {
      name: 'settings-quiet-hours',
      act: async (page) => {
        await page.getByRole('switch', { name: 'Quiet hours' }).click();
        await page.getByLabel('From').waitFor();
      },
    },
    {
      name: 'settings-devices',
      answers: { '**/api/endpoints': given.deviceList },
      ready: (page) => page.getByRole('list', { name: 'Devices' }).waitFor(),
    },
    {
      name: 'settings-keys',
      answers: { '**/api/keys': given.keyList },
      ready: (page) => page.getByRole('list', { name: 'API keys' }).waitFor(),
    },
    {
      name: 'settings-new-key',
      answers: { '**/api/keys': given.keyList, 'POST **/api/keys': given.newKey },
      act: async (page) => {
        await page.getByRole('button', { name: 'Create key' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Import');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await dialog.getByText(/^curl/).waitFor();
      },
    },
    {
      name: 'settings-snooze',
      // A menu hangs on the body, outside of every landmark.
      allow: ['region'],
      act: press('Snooze', (page) => page.getByRole('menuitem').first()),
    },
    {
      name: 'settings-changed',
      act: (page) => page.getByLabel('Theme', { exact: true }).selectOption('dark'),
    },
    {
      name: 'settings-delete-account',
      act: press('Delete account', role('dialog', 'Delete your account?')),
    },
  ]),
].map((screen) => ({ as: 'reader', ...screen }));

export const screens = [...signedOut, ...signedIn];

/** Waits for a result with its charts. */
async function drawn(page) {
  await page.getByRole('figure', { name: 'Discussions by category' }).first().waitFor();
}

async function importKeywords(page) {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import keywords' });
  const list = 'keyword,mode,subreddits\nworm farm,,composting\n(leaf OR mould,query,\n';
  await dialog.getByLabel('Your keywords').fill(list);
  return dialog;
}
