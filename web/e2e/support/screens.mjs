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
import { analysed, analysing, neverAnalysed, usedUp } from './insights.mjs';
import {
  accounts,
  administrator,
  allFeeds,
  announced,
  auditLog,
  channelList,
  configuredSettings,
  counts,
  deliveryList,
  deviceList,
  endingPlan,
  explanation,
  failedDeliveries,
  feedChoices,
  feedImport,
  feedList,
  followedFeeds,
  foundNotifications,
  hearingEnds,
  hearingRuns,
  freePlan,
  importAnswer,
  instanceHealth,
  instanceSettings,
  judgedMatches,
  lateStatus,
  muteList,
  nearMissed,
  nearMisses,
  nothingSold,
  oneAccount,
  pastDuePlan,
  pro,
  proPlan,
  proUsage,
  proposal,
  proposalDue,
  publicStatus,
  quietHealth,
  refusedMail,
  refusedTest,
  remarks,
  savedSearches,
  snoozed,
  snoozedWatches,
  siteMutes,
  stories,
  suspendedAccount,
  messageNotifications,
  trouble,
  variantDifference,
  variantTried,
  withFeeds,
  withSites,
} from './states.mjs';

/** A keyword with three matches that were not relevant, and the suggested change. */
const onlySuggested = {
  '**/api/keywords/activity?*': proposalDue,
  '**/api/keywords/*/proposal': proposal,
};
const suggested = { ...onlySuggested, '**/api/keywords/*/judged-matches': judgedMatches };

const tried = {
  '**/api/keywords?*': variantTried,
  '**/api/keywords/*/variant': variantDifference,
};

/** A keyword that nearly matched some posts. */
const nearlyMatched = {
  '**/api/keywords?*': nearMissed,
  '**/api/keywords/near-misses': nearMisses,
};

/** The answers to an administrator. */
const administered = {
  '**/api/users/profile': administrator,
  '**/api/admin/users?*': accounts,
  '**/api/admin/health': instanceHealth,
  '**/api/admin/audit-log?*': auditLog,
  '**/api/admin/settings': instanceSettings,
};

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
  { name: 'login', path: '/login' },
  {
    name: 'login-invalid',
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody');
      await page.getByLabel('Password', { exact: true }).focus();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Please enter a valid email').waitFor();
    },
  },
  {
    name: 'login-refused',
    path: '/login',
    refusals: [401],
    act: (page) => signIn(page, 'nobody@example.com', page.getByRole('alert').first()),
  },
  {
    name: 'login-unverified',
    path: '/login',
    refusals: [403],
    act: (page) =>
      signIn(
        page,
        'eve@example.com',
        page.getByRole('button', { name: 'Resend verification email' }),
      ),
  },
  {
    name: 'rate-limited',
    path: '/login',
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
  { name: 'register', path: '/register' },
  {
    name: 'register-invalid',
    path: '/register',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('First name is required').waitFor();
    },
  },
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
    hold: '**/api/auth/verify-email/*',
    loading: true,
    act: (page) => page.getByText('Verifying your email...').waitFor(),
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
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    },
  },
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
  { name: 'status', path: '/status', answers: { '**/api/public-status': publicStatus } },
  { name: 'status-late', path: '/status', answers: { '**/api/public-status': lateStatus } },
  { name: 'status-off', path: '/status', refusals: [404] },
].map((screen) => ({ as: 'nobody', ...screen }));

/** The call that returns the latest insights. */
const LATEST = '**/api/ai/insights';

/** A Pro user's channels, feeds and log. */
const channels = {
  '**/api/users/profile': pro,
  '**/api/endpoints': channelList,
  '**/api/endpoints/*/deliveries?*': deliveryList,
  '**/api/endpoints/*/secret': { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  '**/api/feeds': feedList,
};

/** Returns the answers to a user whose plan is `status`. */
const subscribed = (status) => ({
  '**/api/subscriptions/status': status,
  ...(status.isPro && {
    '**/api/users/profile': pro,
    '**/api/subscriptions/usage': proUsage,
  }),
});

const signedIn = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'dashboard-empty', path: '/dashboard', as: 'newcomer' },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    hold: /\/api\/(keywords|notifications)/,
    loading: true,
  },
  { name: 'dashboard-failed', path: '/dashboard', fail: /\/api\/(keywords|notifications)/ },
  {
    name: 'session-loading',
    path: '/dashboard',
    hold: '**/api/users/profile',
    loading: true,
    // The page's content is not known yet.
    allow: ['page-has-heading-one'],
  },
  {
    name: 'menu',
    path: '/dashboard',
    narrow: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  {
    name: 'palette',
    path: '/dashboard',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'palette-nothing',
    path: '/dashboard',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search or jump to…').fill('xyzzy');
      await page.getByText('No results.').waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: '/dashboard',
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'offline',
    path: '/dashboard',
    logs: /ERR_INTERNET_DISCONNECTED/,
    act: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
  { name: 'dashboard-snoozed', path: '/dashboard', answers: { '**/api/users/profile': snoozed } },
  {
    name: 'dashboard-trouble',
    path: '/dashboard',
    answers: {
      '**/api/users/profile': refusedMail,
      '**/api/deliveries/failed': failedDeliveries,
      '**/api/status': trouble,
    },
    ready: (page) => page.getByRole('region', { name: 'Needs attention' }).waitFor(),
    // Space that is reserved for problems would usually be empty.
    moves: true,
  },
  {
    name: 'undelivered',
    path: '/dashboard',
    answers: { '**/api/deliveries/failed': failedDeliveries },
    // As above.
    moves: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show them' }).click();
      await page.getByRole('dialog', { name: /could not be delivered/ }).waitFor();
    },
  },
  {
    name: 'search',
    path: '/notifications/search?q=compost&kind=post',
    answers: {
      '**/api/users/profile': pro,
      '**/api/searches': savedSearches,
      '**/api/notifications/search?*': foundNotifications,
    },
    ready: (page) => page.getByRole('list', { name: 'Search results' }).waitFor(),
  },
  {
    name: 'search-begin',
    path: '/notifications/search',
    answers: { '**/api/users/profile': pro, '**/api/searches': { searches: [] } },
  },
  {
    name: 'search-nothing',
    path: '/notifications/search?q=compost',
    answers: {
      '**/api/users/profile': pro,
      '**/api/notifications/search?*': { notifications: [], next: null, searchedBackTo: null },
    },
    ready: (page) => page.getByText('Nothing found').waitFor(),
  },
  {
    name: 'search-failed',
    path: '/notifications/search?q=compost',
    answers: { '**/api/users/profile': pro },
    fail: '**/api/notifications/search?*',
  },
  {
    name: 'search-save',
    path: '/notifications/search?q=compost',
    answers: {
      '**/api/users/profile': pro,
      '**/api/notifications/search?*': foundNotifications,
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Save search' }).click();
      await page.getByRole('dialog', { name: 'Save search' }).waitFor();
    },
  },
  { name: 'search-free', path: '/notifications/search' },
  {
    name: 'message',
    path: '/notifications/message/01a2105c-96f5-70c1-81aa-371f6f07a8c4?keyword=compost',
    answers: { '**/api/notifications?*': messageNotifications },
    ready: (page) => page.getByRole('list', { name: 'Matches in this message' }).waitFor(),
  },
  { name: 'message-empty', path: '/notifications/message/01a2105c-96f5-70c1-81aa-371f6f07a8c4' },
  {
    name: 'feeds',
    path: '/feeds',
    answers: { '**/api/users/profile': withFeeds, '**/api/sources/feeds': followedFeeds },
  },
  { name: 'feeds-empty', path: '/feeds', answers: { '**/api/users/profile': withFeeds } },
  { name: 'feeds-not-read', path: '/feeds' },
  {
    name: 'feeds-loading',
    path: '/feeds',
    answers: { '**/api/users/profile': withFeeds },
    hold: '**/api/sources/feeds',
    loading: true,
  },
  {
    name: 'feeds-failed',
    path: '/feeds',
    answers: { '**/api/users/profile': withFeeds },
    fail: '**/api/sources/feeds',
  },
  {
    name: 'feeds-full',
    path: '/feeds',
    answers: { '**/api/users/profile': withFeeds, '**/api/sources/feeds': allFeeds },
    // The form disappears once the list is loaded and shows that the limit is reached.
    moves: true,
  },
  {
    name: 'feeds-choice',
    path: '/feeds',
    answers: {
      '**/api/users/profile': withFeeds,
      '**/api/sources/feeds': followedFeeds,
      // Following a feed has the same address as the list.
      'POST **/api/sources/feeds': feedChoices,
    },
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Address of a feed/ }).fill('garden.example');
      await page.getByRole('button', { name: 'Follow', exact: true }).click();
      await page.getByRole('heading', { name: /^This page has several feeds/ }).waitFor();
    },
  },
  {
    name: 'feeds-import',
    path: '/feeds',
    answers: {
      '**/api/users/profile': withFeeds,
      '**/api/sources/feeds': followedFeeds,
      '**/api/sources/feeds/import': feedImport,
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Import' }).click();
      const buffer = Buffer.from('<opml version="2.0"><body/></opml>');
      const file = { name: 'list.opml', mimeType: 'text/x-opml', buffer };
      await page.getByLabel('Choose an OPML file').setInputFiles(file);
      await page.getByRole('heading', { name: '1 feed was added, 1 could not be' }).waitFor();
    },
  },
  { name: 'admin', path: '/admin', answers: administered },
  { name: 'admin-not', path: '/admin' },
  {
    name: 'admin-empty',
    path: '/admin',
    answers: {
      ...administered,
      '**/api/admin/users?*': { users: [], nextCursor: null },
      '**/api/admin/health': quietHealth,
      '**/api/admin/audit-log?*': { entries: [], hasMore: false },
    },
  },
  {
    name: 'admin-configured',
    path: '/admin',
    answers: { ...administered, '**/api/admin/settings': configuredSettings },
  },
  {
    name: 'announcement',
    path: '/dashboard',
    answers: { '**/api/users/profile': announced },
    // Reserved space would be empty on every screen while nothing is announced.
    moves: true,
  },
  {
    name: 'admin-loading',
    path: '/admin',
    answers: { '**/api/users/profile': administrator },
    hold: '**/api/admin/**',
    loading: true,
  },
  {
    name: 'admin-failed',
    path: '/admin',
    answers: { '**/api/users/profile': administrator },
    fail: '**/api/admin/**',
  },
  {
    name: 'admin-account',
    path: '/admin',
    answers: { ...administered, '**/api/admin/users/*': oneAccount },
    act: async (page) => {
      await page.getByRole('button', { name: 'Manage eve@example.com' }).click();
      await page.getByRole('dialog', { name: 'Account' }).getByText('18,250').waitFor();
    },
  },
  {
    name: 'admin-account-suspended',
    path: '/admin',
    answers: { ...administered, '**/api/admin/users/*': suspendedAccount },
    act: async (page) => {
      await page.getByRole('button', { name: 'Manage bob@example.com' }).click();
      await page.getByRole('dialog', { name: 'Account' }).getByText('18,250').waitFor();
    },
  },
  {
    name: 'admin-account-delete',
    path: '/admin',
    answers: { ...administered, '**/api/admin/users/*': oneAccount },
    act: async (page) => {
      await page.getByRole('button', { name: 'Manage eve@example.com' }).click();
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('alertdialog', { name: 'Delete this account?' }).waitFor();
    },
  },
  {
    name: 'admin-invite',
    path: '/admin',
    answers: administered,
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog', { name: 'Invite someone' }).waitFor();
    },
  },
  {
    name: 'admin-invited',
    path: '/admin',
    answers: {
      ...administered,
      '**/api/admin/invitations': {
        link: 'https://harken.example/register?invite=Jb8Vq2yXn0fT5cWmZrLk9uGdHs3EaPo7QiYvBtNjKxM',
        expiresAt: '2026-01-27T08:30:00Z',
      },
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
    },
  },
  { name: 'mutes', path: '/mutes', answers: { '**/api/mutes': muteList } },
  { name: 'mutes-empty', path: '/mutes', answers: { '**/api/mutes': { mutes: [] } } },
  { name: 'mutes-loading', path: '/mutes', hold: '**/api/mutes', loading: true },
  { name: 'mutes-failed', path: '/mutes', fail: '**/api/mutes' },
  {
    name: 'mute-add',
    path: '/mutes',
    answers: { '**/api/mutes': muteList, '**/api/mutes/preview': { count: 12 } },
    act: async (page) => {
      await page.getByRole('button', { name: 'Mute something' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mute something' });
      await dialog.getByRole('textbox', { name: 'Author' }).fill('loud_one');
      await dialog.getByText(/^12 notifications\./).waitFor();
    },
  },
  {
    name: 'mute-site',
    path: '/mutes',
    answers: {
      '**/api/users/profile': withSites,
      '**/api/mutes': siteMutes,
      '**/api/mutes/preview': { count: 12 },
    },
    act: async (page) => {
      await page.getByText('Hacker News', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Mute something' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mute something' });
      await dialog.getByRole('combobox', { name: 'What' }).selectOption('Subreddit or site');
      await dialog.getByRole('textbox', { name: 'Subreddit or site' }).fill('hacker news');
      await dialog.getByText(/^12 notifications\./).waitFor();
    },
  },
  {
    name: 'mute-end',
    path: '/mutes',
    answers: { '**/api/mutes': muteList },
    act: async (page) => {
      await page.getByRole('button', { name: 'Unmute r/memes' }).click();
      await page.getByRole('dialog', { name: 'Unmute r/memes?' }).waitFor();
    },
  },
  {
    name: 'analytics',
    path: '/analytics',
    answers: { '**/api/users/profile': pro, '**/api/analytics?*': analytics },
  },
  {
    name: 'analytics-table',
    path: '/analytics?from=2026-01-01&until=2026-01-31',
    answers: { '**/api/users/profile': pro, '**/api/analytics?*': analytics },
    act: async (page) => {
      await page.getByRole('button', { name: 'Table: Keywords' }).click();
      await page.getByRole('table', { name: 'Keywords' }).waitFor();
    },
  },
  {
    name: 'analytics-empty',
    path: '/analytics',
    answers: { '**/api/users/profile': pro, '**/api/analytics?*': analyticsEmpty },
  },
  {
    name: 'analytics-loading',
    path: '/analytics',
    answers: { '**/api/users/profile': pro },
    hold: '**/api/analytics?*',
    loading: true,
  },
  {
    name: 'analytics-failed',
    path: '/analytics',
    answers: { '**/api/users/profile': pro },
    fail: '**/api/analytics?*',
  },
  { name: 'analytics-free', path: '/analytics' },
  { name: 'coverage', path: '/coverage', answers: { '**/api/coverage?*': coverage } },
  {
    name: 'coverage-trouble',
    path: '/coverage',
    answers: { '**/api/coverage?*': coverageTrouble },
  },
  { name: 'coverage-all', path: '/coverage', answers: { '**/api/coverage?*': coverageOfAll } },
  {
    name: 'coverage-empty',
    path: '/coverage',
    as: 'newcomer',
    answers: { '**/api/coverage?*': coverageEmpty },
  },
  { name: 'coverage-loading', path: '/coverage', hold: '**/api/coverage?*', loading: true },
  { name: 'coverage-failed', path: '/coverage', fail: '**/api/coverage?*' },
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
  { name: 'keywords', path: '/keywords' },
  {
    name: 'keywords-coverage',
    path: '/keywords',
    answers: { '**/api/keywords/coverage': keywordCoverage },
    ready: (page) => page.getByRole('link', { name: /^Complete since/ }).waitFor(),
  },
  { name: 'keywords-empty', path: '/keywords', as: 'newcomer' },
  { name: 'keywords-loading', path: '/keywords', hold: '**/api/keywords?*', loading: true },
  { name: 'keywords-failed', path: '/keywords', fail: '**/api/keywords?*' },
  { name: 'keyword-add', path: '/keywords', as: 'newcomer', act: addKeyword },
  {
    name: 'keyword-preview',
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByPlaceholder('Enter keyword to watch').fill('compost');
      await dialog.locator('mark').first().waitFor();
    },
  },
  {
    name: 'keyword-volume',
    path: '/keywords',
    answers: { '**/api/keywords/preview': counts },
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByPlaceholder('Enter keyword to watch').fill('compost');
      await dialog.getByRole('button', { name: 'Show 7' }).click();
    },
  },
  {
    name: 'keyword-volume-failed',
    path: '/keywords',
    fail: '**/api/keywords/preview',
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByPlaceholder('Enter keyword to watch').fill('compost');
      await dialog.getByText('Recent matches could not be counted.').waitFor();
    },
  },
  {
    name: 'keyword-remarks',
    path: '/keywords',
    answers: { '**/api/keywords/preview': remarks },
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByPlaceholder('Enter keyword to watch').fill('compost or worms');
      await dialog.getByRole('button', { name: 'Show 2 more' }).click();
    },
  },
  {
    name: 'keyword-past-failed',
    path: '/keywords',
    answers: { '**/api/keywords/preview': counts },
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
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByRole('combobox').pressSequentially('web');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keyword-invalid-subreddit',
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByRole('combobox').fill('no, such');
      await dialog.getByRole('combobox').press('Tab');
      await dialog.getByText('Invalid subreddit').first().waitFor();
    },
  },
  {
    name: 'keyword-cost',
    path: '/keywords',
    as: 'newcomer',
    answers: {
      '**/api/subreddits/validate/*': { exists: true, name: 'BuyItForLife' },
      '**/api/coverage/plan': planEstimate,
    },
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByRole('combobox').fill('BuyItForLife');
      await dialog.getByRole('combobox').press('Tab');
      await dialog.getByText(/^Adding r\/BuyItForLife takes about/).waitFor();
    },
  },
  {
    name: 'keyword-query',
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await writeQuery(page, '(compost OR mulch) -worms type:post');
      await dialog.locator('mark').first().waitFor();
    },
  },
  {
    name: 'keyword-query-wrong',
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await writeQuery(page, 'compost (heap OR pile');
      await dialog
        .getByText(/^This parenthesis is never closed/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'keyword-chip',
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await writeQuery(page, 'title:compost -"worm farm"');
      await dialog.getByRole('button', { name: 'Edit title:compost' }).click();
      await dialog.getByRole('textbox', { name: 'Word or phrase' }).waitFor();
    },
  },
  {
    name: 'keyword-exclusions',
    path: '/keywords',
    as: 'newcomer',
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByText('Exclusions').click();
      await dialog.getByRole('textbox', { name: 'Excluded authors' }).fill('loud_one, so!me,');
      await dialog.getByText('u/so!me - Invalid author').waitFor();
    },
  },
  {
    name: 'keyword-sources',
    path: '/keywords',
    answers: { '**/api/users/profile': withSites },
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByRole('checkbox', { name: 'Hacker News' }).check();
    },
  },
  {
    name: 'keyword-feeds',
    path: '/keywords',
    answers: { '**/api/users/profile': withFeeds, '**/api/sources/feeds': followedFeeds },
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByRole('checkbox', { name: 'All about kettles' }).check();
    },
  },
  {
    name: 'keyword-last-source',
    path: '/keywords',
    answers: { '**/api/users/profile': withSites },
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByRole('checkbox', { name: 'Hacker News' }).check();
      await dialog.getByRole('checkbox', { name: 'Reddit' }).uncheck();
      await dialog.getByRole('checkbox', { name: 'Hacker News' }).click();
      await dialog.getByText(/at least one source/).waitFor();
    },
  },
  {
    name: 'keyword-edit',
    path: '/keywords',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit kettle' }).click();
      await page.getByRole('dialog', { name: 'Edit Keyword' }).waitFor();
    },
  },
  {
    name: 'keyword-delete',
    path: '/keywords',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete kettle' }).click();
      await page.getByText('Are you sure you want to delete this keyword watch?').waitFor();
    },
  },
  {
    name: 'keyword-limit',
    path: '/keywords',
    refusals: [403],
    act: async (page) => {
      const dialog = await addKeyword(page);
      await dialog.getByPlaceholder('Enter keyword to watch').fill('one too many');
      await dialog.getByRole('button', { name: 'Add Keyword' }).click();
      await page.getByRole('dialog', { name: 'Keyword Limit Reached' }).waitFor();
    },
  },
  {
    name: 'keywords-suggestion',
    path: '/keywords',
    answers: suggested,
    ready: (page) => page.getByText(/^3 matches were not relevant/).waitFor(),
    // Most keywords have no suggestion, so reserved space would be empty.
    moves: true,
  },
  {
    name: 'keyword-difference',
    path: '/keywords',
    answers: suggested,
    // As above.
    moves: true,
    act: seeDifference,
  },
  {
    name: 'keyword-difference-edited',
    path: '/keywords',
    answers: suggested,
    // As above.
    moves: true,
    act: async (page) => {
      const dialog = await seeDifference(page);
      await dialog.getByRole('textbox', { name: 'Query' }).fill('*kettle* -giveaway -lasts');
      await dialog.getByText('5 matches go, 2 stay').waitFor();
    },
  },
  {
    name: 'keyword-difference-failed',
    path: '/keywords',
    answers: onlySuggested,
    fail: '**/api/keywords/*/judged-matches',
    // As above.
    moves: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'See the difference: kettle' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'keyword-variant',
    path: '/keywords',
    answers: tried,
    act: async (page) => {
      await page.getByRole('button', { name: 'Compare: kettle' }).click();
      await page.getByRole('heading', { name: '12 more' }).waitFor();
    },
  },
  {
    name: 'keyword-variant-failed',
    path: '/keywords',
    answers: { '**/api/keywords?*': variantTried },
    fail: '**/api/keywords/*/variant',
    act: async (page) => {
      await page.getByRole('button', { name: 'Compare: kettle' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'keyword-near-misses',
    path: '/keywords',
    answers: nearlyMatched,
    ready: (page) => page.getByText(/^Near miss: 4 posts/).waitFor(),
    // As with a suggestion.
    moves: true,
  },
  {
    name: 'keyword-near-misses-seen',
    path: '/keywords',
    answers: nearlyMatched,
    // As above.
    moves: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'See the posts: kettle' }).click();
      await page.getByRole('dialog', { name: 'Near misses' }).waitFor();
    },
  },
  {
    name: 'keyword-hearing-test',
    path: '/keywords',
    answers: { '**/api/hearing-tests': hearingRuns, '**/api/hearing-tests/*': hearingRuns },
    // A test that runs cannot be started again.
    loading: true,
    act: async (page) => {
      const dialog = await testHearing(page);
      await dialog.getByText('Tea room').waitFor();
    },
  },
  {
    name: 'keyword-hearing-test-failed',
    path: '/keywords',
    answers: { '**/api/hearing-tests': hearingEnds, '**/api/hearing-tests/*': hearingEnds },
    act: async (page) => {
      const dialog = await testHearing(page);
      await dialog.getByText('Not heard: the post was not stored.').waitFor();
    },
  },
  {
    name: 'keyword-hearing-test-refused',
    path: '/keywords',
    fail: '**/api/hearing-tests',
    act: async (page) => {
      const dialog = await testHearing(page);
      await dialog.getByText('The test could not be started.').waitFor();
    },
  },
  { name: 'keyword-import', path: '/keywords', act: importKeywords },
  {
    name: 'keyword-import-result',
    path: '/keywords',
    answers: { '**/api/keywords/import': importAnswer },
    act: async (page) => {
      const dialog = await importKeywords(page);
      await dialog.getByRole('button', { name: 'Import' }).click();
      await dialog.getByText('1 note').click();
    },
  },
  { name: 'keywords-snoozed', path: '/keywords', answers: { '**/api/keywords?*': snoozedWatches } },
  {
    name: 'keyword-snooze',
    path: '/keywords',
    // A menu hangs on the body, outside of every landmark.
    allow: ['region'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Snooze kettle' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  { name: 'notifications', path: '/notifications' },
  { name: 'notifications-open', path: '/notifications', act: openGroup },
  {
    name: 'notifications-more',
    path: '/notifications',
    act: async (page) => {
      await openGroup(page);
      await page.getByRole('button', { name: 'Show More' }).first().click();
      await page.getByRole('button', { name: 'Show Less' }).first().waitFor();
    },
  },
  {
    name: 'notifications-current',
    path: '/notifications',
    act: async (page) => {
      await page.keyboard.press('j');
      await page.locator('article:focus').waitFor();
    },
  },
  { name: 'notifications-read', path: '/notifications?status=read' },
  { name: 'notifications-archived', path: '/notifications?status=archived' },
  {
    name: 'notifications-undo',
    path: '/notifications',
    // The change is not sent, so that later screens find the original state.
    hold: /\/api\/notifications\/[^/]+\/read/,
    act: async (page) => {
      await openGroup(page);
      await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click();
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    },
  },
  { name: 'notifications-worth-a-reply', path: '/notifications?view=worth-a-reply' },
  { name: 'notifications-timeline', path: '/notifications?view=timeline' },
  {
    name: 'notifications-selected',
    path: '/notifications?view=timeline',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await page.getByText(/selected$/).waitFor();
    },
  },
  {
    name: 'notifications-mute-selected',
    path: '/notifications?view=timeline',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await page.getByRole('button', { name: 'Mute: selected' }).click();
      await page.getByRole('dialog', { name: 'Mute what is selected' }).waitFor();
    },
  },
  {
    name: 'notifications-reading',
    path: '/notifications?view=timeline',
    stored: () => ({ readingPane: 'on' }),
    answers: { '**/api/notifications/*/explanation': { explanation } },
    act: async (page) => {
      await page.locator('article').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      const pane = page.getByRole('region', { name: 'Reading pane' });
      await pane.getByText('These parts of your query match:').waitFor();
    },
  },
  { name: 'notifications-empty', path: '/notifications', as: 'newcomer' },
  {
    name: 'notifications-loading',
    path: '/notifications',
    hold: '**/api/notifications/grouped?*',
    loading: true,
  },
  {
    name: 'notifications-failed',
    path: '/notifications',
    fail: '**/api/notifications/grouped?*',
    act: (page) => page.getByText('Error loading notifications').waitFor(),
  },
  {
    name: 'notifications-stories',
    path: '/notifications',
    answers: { '**/api/notifications/grouped?*': stories },
    act: async (page) => {
      await openGroup(page);
      await page.getByRole('button', { name: '2 more in this thread' }).click();
    },
  },
  {
    name: 'notifications-why',
    path: '/notifications',
    answers: { '**/api/notifications/*/explanation': { explanation } },
    act: async (page) => {
      await openGroup(page);
      await page.getByRole('button', { name: 'Why this alert?' }).first().click();
      await page.getByText('These parts of your query match:').waitFor();
    },
  },
  {
    name: 'notifications-mute',
    path: '/notifications',
    answers: { '**/api/mutes/preview': { count: 3 } },
    act: async (page) => {
      const dialog = await mute(page);
      await dialog.getByText('3 notifications.').waitFor();
    },
  },
  {
    name: 'notifications-mute-word',
    path: '/notifications',
    answers: { '**/api/mutes/preview': { count: 0 } },
    act: async (page) => {
      const dialog = await mute(page);
      await dialog.getByRole('radio', { name: /a word/ }).click();
      await dialog.getByRole('button', { name: 'Mute' }).click();
      await dialog.getByText('Which word should be muted?').waitFor();
    },
  },
  { name: 'channels', path: '/channels', answers: channels },
  {
    name: 'channels-empty',
    path: '/channels',
    answers: { ...channels, '**/api/endpoints': { endpoints: [] } },
  },
  { name: 'channels-free', path: '/channels', answers: { '**/api/endpoints': { endpoints: [] } } },
  {
    name: 'channels-upgrade',
    path: '/channels',
    answers: { '**/api/endpoints': { endpoints: [] } },
    act: async (page) => {
      await page.getByRole('button', { name: 'Add channel' }).click();
      await page.getByRole('dialog', { name: 'Upgrade to Pro' }).waitFor();
    },
  },
  {
    name: 'channels-loading',
    path: '/channels',
    answers: { '**/api/users/profile': pro },
    hold: /\/api\/(endpoints|feeds)/,
    loading: true,
  },
  {
    name: 'channels-failed',
    path: '/channels',
    answers: { '**/api/users/profile': pro },
    fail: /\/api\/(endpoints|feeds)/,
    act: (page) => page.getByText('We could not load your feeds.').waitFor(),
  },
  {
    name: 'channels-add',
    path: '/channels',
    answers: channels,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add channel' }).click();
      await page.getByRole('dialog', { name: 'Add a channel' }).waitFor();
    },
  },
  {
    name: 'channels-add-telegram',
    path: '/channels',
    answers: channels,
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
    path: '/channels',
    answers: { ...channels, '**/api/endpoints/test': refusedTest },
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
    path: '/channels',
    answers: channels,
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit A-name-that' }).click();
      const dialog = page.getByRole('dialog', { name: /^Edit A-name-that/ });
      await dialog.getByRole('button', { name: 'Change address' }).click();
      await dialog.getByLabel('Topic address').waitFor();
    },
  },
  {
    name: 'channels-test',
    path: '/channels',
    answers: {
      ...channels,
      '**/api/endpoints/1/test': { ok: true, statusCode: 204, detail: '', durationMs: 143 },
      '**/api/endpoints/2/test': {
        ok: false,
        statusCode: 404,
        detail: 'answered 404 (no_service): create a new webhook in Slack and enter its address',
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
  {
    name: 'channels-new-feeds',
    path: '/channels',
    answers: channels,
    act: async (page) => {
      await page.getByRole('button', { name: 'Get new addresses' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'channel',
    path: '/channels/1',
    answers: channels,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show secret' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByText('2 attempts').click();
    },
  },
  { name: 'channel-gone', path: '/channels/none', answers: channels },
  { name: 'insights-none', path: '/ai-insights', answers: { [LATEST]: neverAnalysed } },
  {
    name: 'insights-newcomer',
    path: '/ai-insights',
    as: 'newcomer',
    answers: { [LATEST]: neverAnalysed },
    act: async (page) => {
      await page.getByRole('button', { name: 'Generate Insights' }).click();
      await page.getByText('No keywords found. Please add some keywords first.').waitFor();
    },
  },
  { name: 'insights', path: '/ai-insights', answers: { [LATEST]: analysed }, ready: drawn },
  {
    name: 'insights-tables',
    path: '/ai-insights',
    answers: { [LATEST]: analysed },
    ready: drawn,
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
    path: '/ai-insights',
    // The samples are the server's own.
    answers: { [LATEST]: analysed, '**/api/ai/usage': usedUp },
    ready: drawn,
    // Space that is reserved for a rare notice would usually be empty.
    moves: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Generate Insights' }).click();
      await page.getByText(/Please try again tomorrow/).waitFor();
    },
  },
  {
    name: 'insights-limit-own',
    path: '/ai-insights',
    answers: { [LATEST]: analysed, '**/api/ai/usage': usedUp },
    ready: drawn,
    moves: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show your own insights' }).click();
      await page.getByRole('region', { name: 'Insights for compost' }).waitFor();
    },
  },
  {
    name: 'insights-running',
    path: '/ai-insights',
    answers: { [LATEST]: analysing },
    hold: '**/api/ai/runs/*/events',
    loading: true,
    // As above.
    moves: true,
    ready: (page) => page.getByRole('progressbar').waitFor(),
  },
  {
    name: 'insights-export',
    path: '/ai-insights',
    answers: { [LATEST]: analysed },
    ready: drawn,
    // A menu hangs on the body, outside of every landmark.
    allow: ['region'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'insights-loading',
    path: '/ai-insights',
    hold: /\/api\/(ai|keywords)/,
    loading: true,
  },
  { name: 'insights-failed', path: '/ai-insights', fail: /\/api\/(ai|keywords)/ },
  { name: 'subscription', path: '/subscription', answers: subscribed(freePlan) },
  {
    name: 'subscription-yearly',
    path: '/subscription',
    answers: subscribed(freePlan),
    act: async (page) => {
      await page.getByRole('radio', { name: /^Yearly/ }).check();
      await page.getByText('Can I get my money back?').click();
    },
  },
  {
    name: 'subscription-refused',
    path: '/subscription',
    answers: subscribed(freePlan),
    fail: '**/api/subscriptions/create-checkout-session',
    act: async (page) => {
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
      await page.getByText('The payment page could not be opened').waitFor();
    },
  },
  { name: 'subscription-loading', path: '/subscription', hold: /\/subscriptions\//, loading: true },
  { name: 'subscription-failed', path: '/subscription', fail: /\/api\/subscriptions\// },
  { name: 'subscription-nothing-sold', path: '/subscription', answers: subscribed(nothingSold) },
  { name: 'subscription-pro', path: '/subscription', answers: subscribed(proPlan) },
  { name: 'subscription-past-due', path: '/subscription', answers: subscribed(pastDuePlan) },
  { name: 'subscription-ending', path: '/subscription', answers: subscribed(endingPlan) },
  {
    name: 'subscription-cancelling',
    path: '/subscription',
    answers: subscribed(proPlan),
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'subscription-success',
    path: '/subscription/success?session_id=x',
    answers: subscribed(proPlan),
    ready: (page) => page.getByRole('heading', { name: 'Welcome to Harken Pro!' }).waitFor(),
    // The welcome replaces the spinner once it is loaded.
    moves: true,
  },
  {
    name: 'subscription-processing',
    path: '/subscription/success?session_id=x',
    answers: subscribed(freePlan),
    loading: true,
  },
  { name: 'subscription-cancel', path: '/subscription/cancel' },
  { name: 'settings', path: '/settings' },
  {
    name: 'settings-quiet-hours',
    path: '/settings',
    act: async (page) => {
      await page.getByRole('switch', { name: 'Quiet hours' }).click();
      await page.getByLabel('From').waitFor();
    },
  },
  {
    name: 'settings-devices',
    path: '/settings',
    answers: { '**/api/endpoints': deviceList },
    ready: (page) => page.getByRole('list', { name: 'Devices' }).waitFor(),
  },
  {
    name: 'settings-snooze',
    path: '/settings',
    // A menu hangs on the body, outside of every landmark.
    allow: ['region'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'settings-changed',
    path: '/settings',
    act: (page) => page.getByLabel('Theme', { exact: true }).selectOption('dark'),
  },
  {
    name: 'settings-delete-account',
    path: '/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
    },
  },
].map((screen) => ({ as: 'reader', ...screen }));

export const screens = [...signedOut, ...signedIn];

async function signIn(page, email, outcome) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Listening-4-you');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await outcome.waitFor();
}

/** Waits for a result with its charts. */
async function drawn(page) {
  await page.getByRole('figure', { name: 'Discussions by category' }).first().waitFor();
}

async function addKeyword(page) {
  await page.getByRole('button', { name: 'Add Keyword' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
  await dialog.waitFor();
  return dialog;
}

async function writeQuery(page, query) {
  const dialog = await addKeyword(page);
  await dialog.getByRole('radio', { name: /Query/ }).check();
  await dialog.getByRole('textbox', { name: 'Query' }).fill(query);
  return dialog;
}

async function seeDifference(page) {
  await page.getByRole('button', { name: 'See the difference: kettle' }).click();
  const dialog = page.getByRole('dialog', { name: 'See the difference' });
  await dialog.getByText('4 matches go, 3 stay').waitFor();
  return dialog;
}

async function testHearing(page) {
  await page.getByRole('button', { name: 'Hearing test: kettle' }).click();
  return page.getByRole('dialog', { name: 'Hearing test' });
}

async function importKeywords(page) {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import keywords' });
  const list = 'keyword,mode,subreddits\nworm farm,,composting\n(leaf OR mould,query,\n';
  await dialog.getByLabel('Your keywords').fill(list);
  return dialog;
}

async function openGroup(page) {
  await page.getByRole('button', { name: /^"compost"/ }).click();
  await page.getByRole('button', { name: 'Delete notification' }).first().waitFor();
}

async function mute(page) {
  await openGroup(page);
  await page.getByRole('button', { name: 'Mute…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Mute' });
  await dialog.waitFor();
  return dialog;
}
