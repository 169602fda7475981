import type { ReplyReasons } from '@/api/types';
import { counted, numberText } from '@/lib/number';
import { agoText } from '@/lib/relative-time';

/** The points and replies an hour from which a post counts as rising. */
const MIN_PACE = 5;
/** The number of replies up to which another one is worthwhile. */
const MAX_FEW = 5;

/** The age up to which a count is shown without it, in ms. */
const NEW_MS = 2 * 60_000;
const YOUNG_MS = 6 * 3_600_000;

/** A reason, whether it favours a reply, and the time whose age it contains. */
export type ReplyReason = { text: string; isGood: boolean; time?: string };

/** Returns why a post is, or is not, worth a reply, the strongest reason first. */
export function replyReasons(reply: ReplyReasons, nowMs = Date.now()): ReplyReason[] {
  const { postedAt, replies, pace, countedAt, asks } = reply;
  const reasons: ReplyReason[] = [];
  if (asks) reasons.push({ text: 'Asks a question', isGood: true });
  if (replies !== null) {
    const count = replies > 0 ? counted(replies, 'reply', 'replies') : 'No replies';
    // They were counted when Harken last read the post.
    const isNew = nowMs - Date.parse(countedAt) < NEW_MS;
    const text = isNew ? count : `${count} as of ${agoText(countedAt, nowMs)}`;
    reasons.push({ text, isGood: replies <= MAX_FEW, time: countedAt });
  }
  if (pace !== null && pace >= MIN_PACE) {
    const text = `Rising: ${numberText(Math.round(pace))} points and replies an hour`;
    reasons.push({ text, isGood: true });
  }
  const isYoung = nowMs - Date.parse(postedAt) < YOUNG_MS;
  reasons.push({
    text: `Posted ${agoText(postedAt, nowMs)}`,
    isGood: isYoung,
    time: postedAt,
  });
  return reasons;
}
