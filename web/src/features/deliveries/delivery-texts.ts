import type { Delivery } from '@/api/types';
import { asSentence } from '@/lib/sentence';

const channels: Record<string, string> = {
  mail: 'Mail',
  push: 'Browser',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
};

/** Where a delivery was to go: "Mail", "Slack: Team chat". */
export function wayText({ channel, endpointId, endpointName }: Delivery): string {
  const way = channels[channel] ?? channel;
  if (endpointName) return `${way}: ${endpointName}`;
  return isOfDeleted({ endpointId, endpointName }) ? `${way}, deleted since` : way;
}

/** Nothing can be sent again to a channel that is no more. */
export const isOfDeleted = ({
  endpointId,
  endpointName,
}: Pick<Delivery, 'endpointId' | 'endpointName'>): boolean =>
  endpointId !== null && endpointName === null;

/** "3 alerts could not be delivered". */
export function failedText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'alert' : 'alerts'} could not be delivered`;
}

/** Why: the reason that they share, or the newest with a word that there are others. */
export function whyText(deliveries: readonly Delivery[]): string {
  const reasons = new Set(deliveries.map(reasonText));
  const [newest = ''] = reasons;
  return reasons.size > 1 ? `${newest}, and for other reasons` : newest;
}

export function reasonText({ reason }: Delivery): string {
  return reason ? asSentence(reason.replace(/\.$/, '')) : 'No reason was given';
}
