import { Card } from '@/components/ui/card';

import type { Channel } from '../api/list-channels';
import { ChannelSummary } from './channel-summary';

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

const channel: Omit<Channel, '_id' | 'channel' | 'name' | 'shown'> = {
  watchIds: null,
  reportsGaps: false,
  status: 'working',
  failingSince: null,
  lastError: null,
  lastSentAt: ago(3),
  pausedAt: null,
  heldUntil: null,
  createdAt: ago(0),
};

const channels: Channel[] = [
  { ...channel, _id: 'slack', channel: 'slack', name: '#mentions', shown: 'hooks.slack.com' },
  {
    ...channel,
    _id: 'webhook',
    channel: 'webhook',
    name: 'Our help desk',
    shown: 'desk.example.com',
    lastSentAt: ago(26),
  },
];

/** Two channels, as the page lists them. */
export const ChannelsExample = () =>
  channels.map((one) => (
    <Card key={one._id} className="@container px-5 py-4">
      <ChannelSummary channel={one} heading="h2" />
    </Card>
  ));
