import type { Notification } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Highlighted } from '@/components/ui/highlighted';
import { segments } from '@/lib/highlight';

import { MatchFacts } from '../reading/match-facts';

const DAY_MS = 86_400_000;

const post = (
  id: string,
  days: number,
  subreddit: string,
  author: string,
  title: string,
): Notification => {
  const at = title.toLowerCase().indexOf('green tea');
  return {
    _id: id,
    createdAt: new Date(Date.now() - days * DAY_MS).toISOString(),
    matchedKeyword: 'tea',
    watchId: '',
    status: 'read',
    kind: 'post',
    redditPost: { subreddit, title, content: '', url: '', flair: '', link: '', author },
    matches: [{ field: 'title', start: at, end: at + 'green tea'.length }],
    threadId: id,
    storyId: id,
    gone: false,
  };
};

const found = [
  post('1', 12, 'tea', 'kettle_on', 'Which green tea is worth its price?'),
  post('2', 47, 'AskUK', 'mara_l', 'Where do you buy green tea in bulk?'),
];

/** A search with filters and what it found, as the page shows them. */
export const SearchExample = () => (
  <Card className="divide-y divide-line">
    <p className="flex flex-wrap items-center gap-2 px-5 py-3 text-sm">
      <span className="font-semibold">"green tea" -coffee</span>
      <Badge>Posts</Badge>
      <Badge>Read</Badge>
      <Badge>Last 90 days</Badge>
    </p>
    {found.map((notification) => (
      <div key={notification._id} className="px-5 pt-2 pb-4">
        <MatchFacts notification={notification} id={`example-${notification._id}`} />
        <p className="mt-1 font-semibold">
          <Highlighted segments={segments(notification.redditPost.title, notification.matches)} />
        </p>
      </div>
    ))}
  </Card>
);
