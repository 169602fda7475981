/**
 * Everything that Harken stores in a browser, by its keys in local or session storage. The privacy
 * page is generated from this list, and a test compares it with the code.
 */
export const browserStorage: { what: string; keys: string[] }[] = [
  {
    what: 'your sign-in, until you sign out: two tokens, and your account’s name, address, plan and settings',
    keys: ['token', 'refreshToken', 'user'],
  },
  {
    what: 'the email address that is still to be verified, until you sign in',
    keys: ['pendingVerificationEmail'],
  },
  {
    what: 'a number that tells Harken, at your next sign-in, that you have signed in here before',
    keys: ['device'],
  },
  { what: 'the theme, if you chose one', keys: ['theme'] },
  { what: 'that your first steps are done, until you close them', keys: ['firstStepsDone'] },
  { what: 'that notifications are shown in rows, if you chose that', keys: ['density'] },
  { what: 'that notifications open in the reading pane, if you chose that', keys: ['readingPane'] },
  { what: 'which notifications you viewed last, and how', keys: ['inboxView'] },
  {
    what: 'whether single-key shortcuts and pop-ups for new matches are on, if you changed that',
    keys: ['singleKeys', 'matchToasts'],
  },
  {
    what: 'which device this is, once this browser gets alerts, or that you declined them',
    keys: ['pushDevice', 'pushOffer'],
  },
  {
    what: 'your latest AI insights and, until the page has reloaded, that they are new or cleared',
    keys: ['aiInsights', 'aiInsightsGenerated', 'aiInsightsCleared'],
  },
  {
    what: 'which announcement you dismissed last, if there was one',
    keys: ['dismissedAnnouncement'],
  },
  {
    what: 'a notice about too many requests, until it has been shown',
    keys: ['rateLimitExceeded', 'lastRateLimitError'],
  },
];
