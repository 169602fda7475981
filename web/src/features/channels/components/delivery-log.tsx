import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { Pager } from '@/components/ui/pager';
import { RowSkeletons } from '@/components/ui/skeleton';

import { channelKeys } from '../api/channel-keys';
import { deliveriesQuery } from '../api/deliveries';
import { DeliveryRow } from './delivery-row';

/** The finished and pending deliveries of a channel, newest first. */
export function DeliveryLog({ channelId }: { channelId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(deliveriesQuery(channelId, page));
  const { data, isPending, error, isError, isPlaceholderData, refetch } = query;
  useFollowChannel(data?.deliveries.map(({ attempts }) => attempts.length).join());
  return (
    <SectionCard title="Deliveries">
      {isPending && <RowSkeletons label="Loading deliveries" rows={3} />}
      {isError && !data && (
        <LoadFailed error={error} what="the deliveries" onRetry={() => void refetch()} />
      )}
      {data?.deliveries.length === 0 && (
        <EmptyState
          icon={Inbox}
          title="Nothing has been sent yet"
          text="Every alert and test is listed here, with the response it got."
        />
      )}
      {data && data.deliveries.length > 0 && (
        <ul
          aria-label="Deliveries"
          aria-busy={isPlaceholderData}
          className={`divide-y divide-line ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.deliveries.map((delivery) => (
            <DeliveryRow key={delivery._id} delivery={delivery} />
          ))}
        </ul>
      )}
      {data && data.pagination.total > 1 && (
        <div className="border-t border-line p-3">
          <Pager page={page} pagination={data.pagination} onPage={setPage} />
        </div>
      )}
    </SectionCard>
  );
}

/** Refetches the channel after each new attempt, which may have changed its status. */
function useFollowChannel(attempts: string | undefined) {
  const queryClient = useQueryClient();
  const before = useRef(attempts);
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== attempts;
    if (isNew) void queryClient.invalidateQueries({ queryKey: channelKeys.list });
    before.current = attempts;
  }, [queryClient, attempts]);
}
