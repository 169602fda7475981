import { useQuery } from '@tanstack/react-query';

import type { Explanation, Notification } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { errorText } from '@/lib/http/api-error';

import { explanationQuery } from '../api/explain-notification';
import { MatchReasons } from './match-reasons';
import { MatchRejections } from './match-rejections';
import { RuleText } from './rule-text';

/** Shows why a notification was created. Mounted while it is open. */
export function ExplanationPanel({ notification }: { notification: Notification }) {
  const { data, error, isFetching, refetch } = useQuery(explanationQuery(notification._id));
  if (data?.explanation) {
    return <Explained explanation={data.explanation} notification={notification} />;
  }
  if (data) {
    return <p className="text-ink-soft">The keyword or the post no longer exists.</p>;
  }
  if (error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{errorText(error, 'The reason could not be loaded.')}</p>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div role="status" aria-label="Loading the reason" className="grid gap-2.5 py-0.5">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-3.5 w-1/3" />
    </div>
  );
}

type ExplainedProps = { explanation: Explanation; notification: Notification };

function Explained({ explanation, notification: { redditPost: post } }: ExplainedProps) {
  const { keyword, mode, verdict, reasons, rejections } = explanation;
  if (verdict === 'match') {
    return (
      <>
        <p className="font-medium">
          {mode === 'query' ? 'These parts of your query match:' : 'Your keyword appears here:'}
        </p>
        <RuleText text={keyword} parts={reasons.map(({ at }) => at)} />
        <MatchReasons reasons={reasons} single={mode === 'literal'} post={post} />
      </>
    );
  }
  return (
    <>
      <p className="font-medium">
        The keyword has changed since then. It would no longer match this:
      </p>
      <RuleText text={keyword} parts={[]} />
      {rejections.length > 0 ? (
        <MatchRejections rejections={rejections} post={post} />
      ) : (
        <p className="mt-2.5 text-ink-soft">It does not appear here.</p>
      )}
    </>
  );
}
