import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { ProNotice } from '@/components/pro-notice';
import { Button } from '@/components/ui/button';
import { QueryList } from '@/components/ui/query-list';
import { useSession } from '@/lib/http/session';
import { showUpgrade } from '@/lib/upgrade';

import { channelsQuery } from '../api/list-channels';
import { AddChannelDialog } from './add-channel-dialog';
import { ChannelList } from './channel-list';
import { FeedsSection } from './feeds-section';
import { FirstChannel } from './first-channel';

/** The receivers of alerts besides email and the browser. */
export default function ChannelsPage() {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const query = useQuery(channelsQuery);
  const [adding, setAdding] = useState(false);
  const add = () => (isPro ? setAdding(true) : showUpgrade('channels'));

  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Channels · Harken</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Channels</h1>
          <p className="mt-1.5 text-ink-soft">
            Where your alerts go in addition to email: chats, your own server, feed readers.
          </p>
        </div>
        <Button onClick={add}>
          <Plus aria-hidden />
          Add channel
        </Button>
      </header>
      {!isPro && (
        <ProNotice
          wanted="channels"
          title="Channels are part of Pro"
          text="Send matches to Slack, Discord, Telegram, ntfy or your own server, and read them in any feed reader. Email alerts and this website are part of the Free plan, too."
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
    </div>
  );
}
