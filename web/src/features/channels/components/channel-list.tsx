import { useState } from 'react';

import type { Channel } from '../api/list-channels';
import { ChannelCard } from './channel-card';
import { DeleteChannelDialog } from './delete-channel-dialog';
import { EditChannelDialog } from './edit-channel-dialog';

/** The channel that a dialog is open for. */
type Asked = { what: 'edit' | 'delete'; channel: Channel } | null;

export function ChannelList({ channels }: { channels: readonly Channel[] }) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  return (
    <>
      <ul aria-label="Channels" className="grid grid-cols-1 gap-3">
        {channels.map((channel) => (
          <li key={channel._id}>
            <ChannelCard
              channel={channel}
              onEdit={() => setAsked({ what: 'edit', channel })}
              onDelete={() => setAsked({ what: 'delete', channel })}
            />
          </li>
        ))}
      </ul>
      {asked?.what === 'edit' && <EditChannelDialog channel={asked.channel} onClose={close} />}
      {asked?.what === 'delete' && <DeleteChannelDialog channel={asked.channel} onClose={close} />}
    </>
  );
}
