import type { FollowedFeed } from '@/api/types';
import { dateTimeText } from '@/lib/dates';
import { agoText } from '@/lib/relative-time';

type Health = { tone: 'good' | 'neutral' | 'bad'; text: string };

/** Describes the status of a feed. */
export function feedHealth(
  { pushName, newestAt, isStopped, readAt, failures, error, remark, putOff }: FollowedFeed,
  now = Date.now(),
): Health {
  if (pushName !== null && failures === 0) {
    const last = newestAt ? `Last item ${agoText(newestAt, now)}` : 'Waiting for its first item';
    return putOff
      ? { tone: 'neutral', text: `${last}: ${putOff}` }
      : { tone: newestAt ? 'good' : 'neutral', text: last };
  }
  if (isStopped) return { tone: 'bad', text: 'Stopped: the address no longer exists' };
  if (putOff) {
    const checked = readAt ? `Checked ${agoText(readAt, now)}` : 'Not read yet';
    return { tone: 'neutral', text: `${checked}: ${putOff}` };
  }
  if (failures > 0) {
    const since = readAt ? `Not read since ${dateTimeText(readAt)}` : 'Could not be read yet';
    return { tone: 'bad', text: error ? `${since}: ${error}` : since };
  }
  if (readAt === null) return { tone: 'neutral', text: 'Waiting to be read for the first time' };
  const checked = `Checked ${agoText(readAt, now)}`;
  if (remark) return { tone: 'neutral', text: `${checked}: ${remark}` };
  return { tone: 'good', text: checked };
}
