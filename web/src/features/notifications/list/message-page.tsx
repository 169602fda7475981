import { useInfiniteQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { NextPage } from '@/components/ui/next-page';
import { Page } from '@/components/ui/page';
import { paths } from '@/config/paths';
import { numberText } from '@/lib/number';

import { messageNotificationsQuery } from '../api/message-notifications';
import { FoundList } from '../search/found-list';
import { useMoved } from '../triage/use-moved';
import { ListFailed, ListLoading } from './list-states';
import { PostsReady } from './posts-ready';

/** Lists all matches of one message, which may have named only some of them. */
export default function MessagePage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const keyword = params.get('keyword') ?? undefined;
  const query = useInfiniteQuery(messageNotificationsQuery(id, keyword));
  const count = query.data?.pages[0]?.pagination.totalItems;
  const matches = count === undefined ? 'All matches' : allText(count);
  return (
    <Page
      title="Matches in one message"
      about={
        <>
          {`${matches}${keyword === undefined ? '' : ` for “${keyword}”`} in this message.`}{' '}
          {keyword !== undefined && (
            <Link to="?" className="font-semibold text-brand-text underline underline-offset-4">
              Show all keywords
            </Link>
          )}
        </>
      }
      parent={{ to: paths.notifications, title: 'Notifications' }}
    >
      <Matches id={id} keyword={keyword} />
    </Page>
  );
}

const allText = (count: number) =>
  count === 1 ? 'The only match' : `All ${numberText(count)} matches`;

function Matches({ id, keyword }: { id: string; keyword?: string }) {
  const query = useInfiniteQuery(messageNotificationsQuery(id, keyword));
  const { data, dataUpdatedAt } = query;
  const shown = useMoved(data?.pages.flatMap((page) => page.notifications) ?? [], dataUpdatedAt);
  if (query.isPending) return <ListLoading />;
  if (query.isError && !data) {
    return (
      <ListFailed
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (shown.length === 0 && !query.hasNextPage) {
    return (
      <Card>
        <EmptyState
          icon={MailX}
          title="No matches left"
          text="The matches in this message were deleted or are older than 90 days."
          action={
            <Button asChild variant="secondary">
              <Link to={paths.notifications}>All notifications</Link>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <PostsReady>
      <FoundList label="Matches in this message" notifications={shown} />
      <NextPage
        query={query}
        label="Show more"
        failed="More matches could not be loaded. Please try again."
      />
    </PostsReady>
  );
}
