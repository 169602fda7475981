import type { FailedGroup, FailedReplay } from '@/api/types';
import { channelNames } from '@/entities/delivery/channel-names';
import { counted } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

/** The server may send over more of them than this version knows. */
const channels: Record<string, string> = channelNames;

/** Where a group's alerts were to go: "Email", "Slack: Team chat". */
export function wayText({ channel, endpointName, state }: FailedGroup): string {
  const way = channels[channel] ?? channel;
  if (endpointName) return `${way}: ${endpointName}`;
  return state === 'deleted' ? `${way} (deleted)` : way;
}

/** "1 alert", "1,240 alerts". */
export const alertsText = (count: number): string => counted(count, 'alert');

/** "3 alerts could not be delivered". */
export const failedText = (count: number): string => `${alertsText(count)} could not be delivered`;

/** Why the last of them failed, with a word that there are other reasons. */
export function reasonText({ reason, reasons, total }: FailedGroup): string {
  const why = reason ? asSentence(reason.replace(/\.$/, '')) : 'No reason was given';
  if (total === 1) return why;
  const count = counted(reasons - 1, 'other reason');
  const others = reasons > 1 ? ` (and ${count} before)` : '';
  return `Last reason: ${why}${others}`;
}

/** What came of sending them again: a title, and what stays behind. */
export function replayText({ replayed, remaining, paused, deleted }: FailedReplay) {
  const left = [
    remaining > 0 && `${alertsText(remaining)} more can be sent. Send again to continue.`,
    paused > 0 && `${alertsText(paused)} for paused channels could not be sent.`,
    deleted > 0 && `${alertsText(deleted)} for deleted channels cannot be sent again.`,
  ];
  const verb = replayed === 1 ? 'is on its way' : 'are on their way';
  return {
    title:
      replayed > 0 ? `${alertsText(replayed)} ${verb} again` : 'There was nothing to send again',
    text: left.filter(Boolean).join(' ') || undefined,
  };
}
