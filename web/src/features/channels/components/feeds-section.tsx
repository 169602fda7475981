import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { numberText } from '@/lib/number';
import { showToast } from '@/lib/toasts';
import { needsUpgrade, showUpgrade } from '@/lib/upgrade';

import { feedsQuery, useResetFeeds } from '../api/feeds';
import { showChannelFailure } from '../channel-failure';
import { FeedRow } from './feed-row';

/** The number of keywords that are listed at first. */
const SHOWN = 5;

/** The user's secret feeds: of everything, of coverage gaps, and of each keyword. */
export function FeedsSection() {
  const { data, isPending, error, refetch } = useQuery(feedsQuery);
  const [asking, setAsking] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const reset = useResetFeeds();
  const watches = data?.watches ?? [];
  const shown = showsAll ? watches : watches.slice(0, SHOWN);

  const renew = () =>
    reset.mutate(undefined, {
      onSuccess: () => showToast({ type: 'success', title: 'Your feeds have new addresses' }),
      onError: showChannelFailure('The feed addresses could not be changed'),
      onSettled: () => setAsking(false),
    });

  return (
    <SectionCard
      title="Feeds"
      action={
        data && (
          <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
            Get new addresses
          </Button>
        )
      }
    >
      <p className="px-5 pt-4 text-ink-soft">
        Read your matches in any feed reader. Keep the addresses secret: anyone who has one can read
        your matches.
      </p>
      {isPending && <RowSkeletons label="Loading feeds" rows={2} />}
      {error && !data && !needsUpgrade(error) && (
        <LoadFailed error={error} what="your feeds" onRetry={() => void refetch()} />
      )}
      {needsUpgrade(error) && <PlanEnded />}
      {data && (
        <ul aria-label="Feeds" className="mt-2 divide-y divide-line">
          <FeedRow label="All keywords" about="all keywords" feed={data.all} />
          <FeedRow
            label="What may be missing"
            about="what may be missing"
            hint="Periods in which Harken may have missed something"
            feed={data.gaps}
          />
          {shown.map((feed) => (
            <FeedRow
              key={feed.watchId}
              label={feed.keyword}
              about={`“${feed.keyword}”`}
              feed={feed}
            />
          ))}
        </ul>
      )}
      {shown.length < watches.length && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            {`Show all ${numberText(watches.length)} keywords`}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={renew}
        question="Get new addresses for all feeds?"
        text="The old addresses stop working at once. Every feed reader that uses them needs the new ones."
        confirm="Get new addresses"
        busy={reset.isPending}
      />
    </SectionCard>
  );
}

/** Shown if Pro has ended since the page was opened. */
function PlanEnded() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-5">
      <p className="text-ink-soft">Feeds are part of the Pro plan.</p>
      <Button size="sm" onClick={() => showUpgrade('channels')}>
        Upgrade to Pro
      </Button>
    </div>
  );
}
