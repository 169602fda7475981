/** What reading a site means for the server, by its place. */
const notes: Record<string, string> = {
  'news.ycombinator.com': 'Its public API is asked for what is new every few seconds.',
  'bsky.app': 'Its public stream brings some 30 posts a second, about 1.5 GB of disk.',
  'join-lemmy.org':
    'The public API of one large instance is asked for what is new every half minute.',
};

export const siteNote = (place: string): string | undefined => notes[place];
