import type { FailedGroup, FailedReplay } from '@/api/types';
import { channelNames } from '@/entities/delivery/channel-names';
import { counted } from '@/lib/number';
import { asSentence } from '@/lib/sentence';

/** Typed by string, because the server may know more channels than this version. */
const channels: Record<string, string> = channelNames;

/** Returns the receiver of a group's alerts: "Email", "Slack: Team chat". */
export function wayText({ channel, endpointName, state }: FailedGroup): string {
  const way = channels[channel] ?? channel;
  if (endpointName) return `${way}: ${endpointName}`;
  return state === 'deleted' ? `${way} (deleted)` : way;
}

/** Formats a number of alerts: "1 alert", "1,240 alerts". */
export const alertsText = (count: number): string => counted(count, 'alert');

/** Formats the number of failures: "3 alerts could not be delivered". */
export const failedText = (count: number): string => `${alertsText(count)} could not be delivered`;

/** Returns the reason of the last failure, and mentions that there are others. */
export function reasonText({ reason, reasons, total }: FailedGroup): string {
  const why = reason ? asSentence(reason.replace(/\.$/, '')) : 'No reason was given';
  if (total === 1) return why;
  const count = counted(reasons - 1, 'other reason');
  const others = reasons > 1 ? ` (and ${count} before)` : '';
  return `Last reason: ${why}${others}`;
}

/** Describes the result of resending: a title, and what could not be sent. */
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
