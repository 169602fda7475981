// The two configurations of Harken that most test files share. A file must not depend on what others do
// there; own.mjs gives it its own keyword and addresses.

/** Limits that many files at once, all from one address, do not reach. */
const limits = {
  HARKEN_AUTH__ATTEMPTS_PER_QUARTER_HOUR: '100000',
  HARKEN_LIMITS__CALLS_PER_MINUTE: '100000',
  HARKEN_LIMITS__PAGE_LOADS_PER_MINUTE: '100000',
  HARKEN_LIMITS__CONNECTIONS_PER_ADDRESS: '10000',
  HARKEN_FORUM__REQUESTS_PER_MINUTE: '10000',
};
/** The stand-in forum's limit, in requests per ten minutes. */
const forumArgs = ['--budget', '100000'];

export const setups = {
  /** Only Reddit is read, and users have plans. */
  plans: { env: limits, forumArgs },
  /** Every source is read, every channel works, and there are no plans. */
  everything: {
    env: {
      ...limits,
      HARKEN_SERVER__PLANS: 'off',
      // A delivery is retried within a test's time, and given up after its second failure.
      HARKEN_DELIVERY__RETRY_SECONDS: '1',
    },
    forumArgs,
    receiver: true,
    hackerNews: true,
    bluesky: true,
    lemmy: true,
  },
};
