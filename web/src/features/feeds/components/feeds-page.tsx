import { useQuery } from '@tanstack/react-query';
import { FileDown, FileUp, Rss } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Card, SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/components/ui/page';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { followedFeedsQuery } from '@/entities/feed/followed-feeds';
import { useReadsFeeds } from '@/entities/feed/reads-feeds';
import { numberText } from '@/lib/number';

import { useExportFeeds } from '../api/export-feeds';
import { useUnfollow } from '../use-unfollow';
import { FeedRow } from './feed-row';
import { FeedsFull } from './feeds-full';
import { FollowForm } from './follow-form';
import { ImportDialog } from './import-dialog';
import { PushOffer } from './push-offer';

/** The poll interval of an open page, in ms. */
const FOLLOW_MS = 60_000;

/** The feeds that the user follows and keywords can watch. */
export default function FeedsPage() {
  const readsFeeds = useReadsFeeds();
  const query = useQuery({ ...followedFeedsQuery, staleTime: 0, refetchInterval: FOLLOW_MS });
  const { data } = query;
  const [importing, setImporting] = useState(false);
  const exporting = useExportFeeds();
  const { unfollow, leaving } = useUnfollow();
  const feeds = data?.feeds ?? [];
  const isFull = data !== undefined && feeds.length >= data.limit;

  return (
    <Page
      title="Feeds"
      about="Follow blogs and news sites by RSS, Atom or JSON Feed. Your keywords can listen to them."
      parent={{ to: paths.keywords, title: 'Keywords' }}
      actions={
        <div className="flex flex-wrap gap-3">
          {readsFeeds && (
            <Button variant="secondary" onClick={() => setImporting(true)}>
              <FileUp aria-hidden />
              Import
            </Button>
          )}
          {(readsFeeds || feeds.length > 0) && (
            <Button
              variant="secondary"
              busy={exporting.isPending}
              disabled={feeds.length === 0}
              onClick={() => exporting.mutate()}
            >
              <FileDown aria-hidden />
              Export
            </Button>
          )}
        </div>
      }
    >
      {readsFeeds && (
        <Card className="px-5 py-5 sm:px-6">
          {isFull ? <FeedsFull limit={data.limit} /> : <FollowForm feeds={feeds} />}
        </Card>
      )}
      <SectionCard
        title="Feeds you follow"
        action={
          data && (
            <p className="text-sm text-ink-faint">
              {`${numberText(feeds.length)} of ${numberText(data.limit)}`}
            </p>
          )
        }
      >
        <QueryList
          query={query}
          entries={data?.feeds}
          what="your feeds"
          label="Loading feeds"
          rows={3}
          empty={<NoFeeds readsFeeds={readsFeeds} />}
        >
          {(followed) => (
            <ul aria-label="Feeds you follow" className="divide-y divide-line">
              {followed.map((feed) => (
                <FeedRow
                  key={feed._id}
                  feed={feed}
                  leaving={leaving === feed._id}
                  onUnfollow={() => void unfollow(feed)}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </SectionCard>
      {/* Below the list, which it would move once that is loaded. */}
      {readsFeeds && data && !isFull && feeds.every(({ pushName }) => pushName === null) && (
        <PushOffer />
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

function NoFeeds({ readsFeeds }: { readsFeeds: boolean }) {
  return readsFeeds ? (
    <EmptyState
      icon={Rss}
      title="You do not follow any feeds"
      text="Enter the address of a blog or a feed above, or import a list from your feed reader."
      outlook="Then select the feed among the sources of a keyword to get alerts about it."
    />
  ) : (
    <EmptyState
      icon={Rss}
      title="This server does not read feeds"
      text="Ask whoever runs it to turn that on."
    />
  );
}
