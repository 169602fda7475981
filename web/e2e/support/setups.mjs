// The two set-ups of Harken that most test files share. What they do must not depend on what others
// do there: own.mjs has words and addresses for a file alone.

/** Room for many files at once, all from one address, and for readings each second. */
const room = {
  HARKEN_AUTH__ATTEMPTS_PER_QUARTER_HOUR: '100000',
  HARKEN_LIMITS__CALLS_PER_MINUTE: '100000',
  HARKEN_LIMITS__PAGE_LOADS_PER_MINUTE: '100000',
  HARKEN_LIMITS__CONNECTIONS_PER_ADDRESS: '10000',
  HARKEN_FORUM__REQUESTS_PER_MINUTE: '10000',
};
/** What the forum gives in ten minutes. */
export const FORUM_REQUESTS = 100_000;
const forumArgs = ['--budget', `${FORUM_REQUESTS}`];

export const setups = {
  /** Reddit alone is read, and users have plans. */
  plans: { env: room, forumArgs },
  /** Whatever can be read is, alerts go everywhere, and every user has all of it. */
  everything: {
    env: {
      ...room,
      HARKEN_SERVER__PLANS: 'off',
      // The first retry comes in a test's time, and what fails twice is given up.
      HARKEN_DELIVERY__RETRY_SECONDS: '1',
    },
    forumArgs,
    receiver: true,
    hackerNews: true,
    bluesky: true,
    lemmy: true,
  },
};
