import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { PlaceName } from '@/entities/feed/place-name';
import { recentNotificationsQuery } from '@/features/notifications/api/recent-notifications';
import { headline } from '@/lib/headline';

/** The step that shows the first match, or says that one is awaited. */
export function MatchStep({ keyword }: { keyword: string | undefined }) {
  const found = useQuery(recentNotificationsQuery).data?.find(({ gone }) => !gone);
  if (!found) {
    return (
      <p className="text-ink-soft">
        {keyword
          ? `Harken is listening for “${keyword}”. The first match appears here. You need not wait: you will get an alert.`
          : 'Once you have a keyword, its first match appears here.'}
      </p>
    );
  }
  const { matchedKeyword, redditPost } = found;
  return (
    <div className="grid content-start gap-4">
      <div className="min-w-0 rounded-control border border-line bg-canvas px-4 py-3">
        <p dir="auto" className="truncate text-left text-sm text-ink-faint">
          <PlaceName place={redditPost.subreddit} />
          {` • ${matchedKeyword}`}
        </p>
        <p dir="auto" className="line-clamp-2 font-semibold">
          {headline(redditPost)}
        </p>
        <a
          href={redditPost.url}
          target="_blank"
          rel="noreferrer"
          className="mt-1.5 inline-flex items-center gap-1.5 text-sm font-semibold text-brand-text underline-offset-4 hover:underline"
        >
          View Post
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </div>
      <Button asChild variant="secondary" size="sm" className="justify-self-start">
        <Link to={paths.notifications}>See all matches</Link>
      </Button>
    </div>
  );
}
