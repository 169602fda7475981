import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useParams } from 'react-router';

import { BackLink } from '@/components/ui/back-link';
import { ButtonLink } from '@/components/ui/button-link';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { TestResult } from '@/entities/endpoint/test-result';

import { type Channel, channelsQuery } from '../api/list-channels';
import { useSendTest } from '../api/send-test';
import { ChannelSummary } from './channel-summary';
import { DeliveryLog } from './delivery-log';
import { SendTestButton } from './send-test-button';
import { SigningSecretCard } from './signing-secret-card';

/** One channel: its status, its secret, and its deliveries. */
export default function ChannelPage() {
  const { id } = useParams();
  const query = useQuery(channelsQuery);
  const channel = query.data?.find(({ _id }) => _id === id);
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{`${channel?.name ?? 'Channel'} · Harken`}</title>
      <BackLink to={paths.channels}>All channels</BackLink>
      {!channel && <h1 className="text-3xl">Channel</h1>}
      <QueryList
        query={query}
        what="the channel"
        card
        label="Loading the channel"
        rows={2}
        empty={<Gone />}
      >
        {() => (channel ? <Details channel={channel} /> : <Gone />)}
      </QueryList>
    </div>
  );
}

function Details({ channel }: { channel: Channel }) {
  const test = useSendTest(channel._id);
  return (
    <>
      <header className="@container flex flex-wrap items-start justify-between gap-4">
        <ChannelSummary channel={channel} heading="h1" />
        <SendTestButton test={test} name={channel.name} />
      </header>
      {test.data && <TestResult result={test.data} />}
      {channel.channel === 'webhook' && <SigningSecretCard channel={channel} />}
      <DeliveryLog channelId={channel._id} />
    </>
  );
}

function Gone() {
  return (
    <Card>
      <EmptyState
        icon={Unplug}
        title="Channel not found"
        text="It may have been deleted, along with its log."
        action={
          <ButtonLink variant="secondary" to={paths.channels}>
            Go to your channels
          </ButtonLink>
        }
      />
    </Card>
  );
}
