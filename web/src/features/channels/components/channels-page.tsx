import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { ProNotice } from '@/components/pro-notice';
import { Button } from '@/components/ui/button';
import { Page } from '@/components/ui/page';
import { QueryList } from '@/components/ui/query-list';
import { useSession } from '@/lib/http/session';
import { showUpgrade } from '@/lib/upgrade';

import { channelsQuery } from '../api/list-channels';
import { AddChannelDialog } from './add-channel-dialog';
import { ChannelList } from './channel-list';
import { ChannelsExample } from './channels-example';
import { FeedsSection } from './feeds-section';
import { FirstChannel } from './first-channel';

/** The receivers of alerts besides email and the browser. */
export default function ChannelsPage() {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const query = useQuery(channelsQuery);
  const [adding, setAdding] = useState(false);
  const add = () => (isPro ? setAdding(true) : showUpgrade('channels'));

  return (
    <Page
      title="Channels"
      about="Where your alerts go in addition to email: chats, your own server, feed readers."
      actions={
        <Button onClick={add}>
          <Plus aria-hidden />
          Add channel
        </Button>
      }
    >
      {!isPro && (
        <ProNotice
          wanted="channels"
          title="Channels are part of Pro"
          text="Send matches to Slack, Discord, Telegram, ntfy or your own server, and read them in any feed reader. Email alerts and this website are part of the Free plan, too."
          example={<ChannelsExample />}
          caption="Two channels with Pro: a chat, and a server of one’s own."
        />
      )}
      <QueryList
        query={query}
        what="your channels"
        card
        label="Loading channels"
        rows={2}
        empty={isPro && <FirstChannel onAdd={add} />}
      >
        {(channels) => <ChannelList channels={channels} />}
      </QueryList>
      {/* Not before the content above it, which would push it down. */}
      {isPro && !query.isPending && <FeedsSection />}
      {adding && <AddChannelDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}
