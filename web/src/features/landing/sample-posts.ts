import type { PreviewItem } from '@/lib/matcher/matcher';

export type SamplePost = PreviewItem & { id: number };

/** The keyword before anything is typed. It is in the first posts. */
export const FIRST_KEYWORD = 'recommend';

/** Keywords to try, each of which is in some of the posts. */
export const SUGGESTIONS = [FIRST_KEYWORD, 'alternative', 'invoice', 'grinder'];

/** Posts and comments that were written for the demonstration. */
export const samplePosts: SamplePost[] = [
  {
    kind: 'post' as const,
    subreddit: 'selfhosted',
    title: 'Which status page would you recommend for five small services?',
    body: 'One box, no team. Up, down, and an email when that changes. I would pay to get my evenings back.',
  },
  {
    kind: 'comment' as const,
    subreddit: 'smallbusiness',
    body: 'We moved to flat-rate bookkeeping in spring and I would recommend it to anyone who bills fewer than fifty clients.',
  },
  {
    kind: 'post' as const,
    subreddit: 'espresso',
    title: 'Recommendations for a quiet grinder under 300?',
    body: 'Mine wakes the whole flat at six. Single dosing would be nice, but quiet comes first.',
  },
  {
    kind: 'comment' as const,
    subreddit: 'StandingDesk',
    body: 'Two years in, the motor is fine and the bamboo top has warped. Can’t recommend that finish.',
  },
  {
    kind: 'post' as const,
    subreddit: 'webdev',
    title: 'Alternative to our status page that support can edit?',
    body: 'The price went up again, and every small change still needs a developer.',
  },
  {
    kind: 'post' as const,
    subreddit: 'freelance',
    title: 'Every invoice gets paid four weeks late',
    body: 'Same client, always polite, always late. Do you add a fee, or only send reminders?',
  },
  {
    kind: 'post' as const,
    subreddit: 'Inventory',
    title: 'What did you move to when the spreadsheet broke?',
    body: 'Forty products, two shelves, one van. I need an alternative to colour-coded cells.',
  },
  {
    kind: 'comment' as const,
    subreddit: 'cycling',
    body: 'The rear light died after a month. Support sent a new one the same day and never asked for the receipt.',
  },
  {
    kind: 'post' as const,
    subreddit: 'programming',
    title: 'I wrote a keyboard-first invoice editor over the winter',
    body: 'Plain text in, PDF out. It does less than the big ones, and that is the point.',
  },
  {
    kind: 'comment' as const,
    subreddit: 'Coffee',
    body: 'Almost any burr grinder is a step up from the blade one you have. Buy used and clean it well.',
  },
  {
    kind: 'post' as const,
    subreddit: 'gardening',
    title: 'Tomatoes split after one night of rain',
    body: 'They were days from ripe. Is it the watering, or do I need a cover over the whole bed?',
  },
  {
    kind: 'comment' as const,
    subreddit: 'sysadmin',
    body: 'If you want an alternative to waking up for false alarms, start by deleting half of the checks.',
  },
].map((post, id) => ({ ...post, id }));
