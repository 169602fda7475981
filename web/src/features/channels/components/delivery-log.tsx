import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { QueryList } from '@/components/ui/query-list';

import { channelKeys } from '../api/channel-keys';
import { deliveriesQuery } from '../api/deliveries';
import { DeliveryRow } from './delivery-row';

/** The finished and pending deliveries of a channel, newest first. */
export function DeliveryLog({ channelId }: { channelId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(deliveriesQuery(channelId, page));
  const { data, isPlaceholderData } = query;
  useFollowChannel(data?.deliveries.map(({ attempts }) => attempts.length).join());
  return (
    <SectionCard title="Deliveries">
      <QueryList
        query={query}
        entries={data?.deliveries}
        what="the deliveries"
        label="Loading deliveries"
        rows={3}
        empty={
          <EmptyState
            icon={Inbox}
            title="Nothing has been sent yet"
            text="Every alert and test is listed here, with the response it got."
          />
        }
      >
        {(deliveries) => (
          <ul
            aria-label="Deliveries"
            aria-busy={isPlaceholderData}
            className={`divide-y divide-line ${isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery._id} delivery={delivery} />
            ))}
          </ul>
        )}
      </QueryList>
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
