/**
 * All that Harken keeps in a browser, by its name in local or session storage. The privacy page is
 * made of this list, and a test compares it with the code.
 */
export const browserStorage: { what: string; keys: string[] }[] = [
  {
    what: 'your sign-in, until you sign out: two tokens, and your account’s name, address, plan and settings',
    keys: ['token', 'refreshToken', 'user'],
  },
  {
    what: 'the address that waits for its verification, until you sign in',
    keys: ['pendingVerificationEmail'],
  },
  {
    what: 'a number by which Harken knows, at your next sign-in, that you have signed in here before',
    keys: ['device'],
  },
  { what: 'the theme, if you chose one', keys: ['theme'] },
  { what: 'that notifications are listed compactly, if you chose that', keys: ['density'] },
  { what: 'that notifications open beside their list, if you chose that', keys: ['readingPane'] },
  { what: 'which notifications you listed last, and how', keys: ['inboxView'] },
  {
    what: 'whether single keys act, and whether messages tell of new matches, if you changed that',
    keys: ['singleKeys', 'matchToasts'],
  },
  {
    what: 'which device this is, once alerts come to this browser, or that you did not want them',
    keys: ['pushDevice', 'pushOffer'],
  },
  {
    what: 'your latest AI insights, and until the page has reloaded, that they are new',
    keys: ['aiInsights', 'aiInsightsGenerated'],
  },
  {
    what: 'a notice about too many requests, until it has been shown',
    keys: ['rateLimitExceeded', 'lastRateLimitError'],
  },
];
