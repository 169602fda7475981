import { dateTimeText } from '@/lib/dates';
import { agoText } from '@/lib/relative-time';

import type { Channel } from './api/list-channels';

type State = { tone: 'neutral' | 'good' | 'bad' | 'signal'; label: string; text: string };

/** Describes a channel's status in a word and a sentence. */
export function stateOf({
  status,
  failingSince,
  lastError,
  lastSentAt,
  pausedAt,
  heldUntil,
}: Channel): State {
  const because = lastError ? `: ${lastError}` : '';
  const waits = heldUntil !== null && Date.parse(heldUntil) > Date.now();
  const held = waits ? `. Alerts wait until the next attempt, ${at(heldUntil)}` : '';
  switch (status) {
    case 'new':
      return { tone: 'neutral', label: 'New', text: 'Nothing has been sent yet' };
    case 'working':
      return { tone: 'good', label: 'Working', text: `Last sent: ${ago(lastSentAt)}` };
    case 'failing':
      return {
        tone: 'bad',
        label: 'Failing',
        text: `Failing since ${at(failingSince)}${because}${held}`,
      };
    case 'paused':
      return failingSince
        ? {
            tone: 'signal',
            label: 'Paused',
            text: `Paused ${at(pausedAt)}, because it had been failing since ${at(failingSince)}${because}`,
          }
        : { tone: 'signal', label: 'Paused', text: `Paused ${at(pausedAt)}` };
  }
}

type Time = string | null | undefined;

const ago = (time: Time) => (time ? agoText(time) : 'never');
const at = (time: Time) => (time ? dateTimeText(time) : 'some time ago');
