/** The cost of reading a site for the server, by place. */
const notes: Record<string, string> = {
  'news.ycombinator.com':
    'Harken asks its public API for new posts and comments every few seconds.',
  'bsky.app':
    'Its public stream brings about 30 posts a second and takes about 1.5 GB of disk space.',
  'join-lemmy.org':
    'Harken asks the public API of one large instance for new posts and comments every half minute.',
};

export const siteNote = (place: string): string | undefined => notes[place];
