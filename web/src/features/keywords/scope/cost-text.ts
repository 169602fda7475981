import type { PlanEstimate } from '@/api/types';
import { percentText, spanText } from '@/entities/coverage/coverage-texts';
import { numberText, roundedText } from '@/lib/number';

/** The share of all posts and comments that the waits refer to. */
const MOST = 0.95;
/** The number of requests a minute below which they count as none. */
const LEAST = 0.005;
/** The number of seconds from which tenths are not shown. */
const LONG = 10;
const NBSP = '\u00a0';

/** Returns what it takes to read more subreddits, as a sentence; null if nothing changes. */
export function costText(added: readonly string[], cost: PlanEstimate): string | null {
  if (cost.isShort) {
    return 'Reddit’s limit would not leave enough requests to read everything.';
  }
  const waits = waitsText(added, cost);
  const isFree = cost.requestsPerMinute < LEAST;
  if (isFree && !waits.isOther) return null;
  const requests = isFree ? 'none' : `about ${requestsText(cost.requestsPerMinute)}`;
  const takes = `takes ${requests} of Reddit’s ${numberText(cost.allowedPerMinute)} requests a minute`;
  const sentence = [`Adding ${namesText(added)} ${takes}`, ...waits.texts].join('; ');
  return `${sentence}.`;
}

function waitsText(added: readonly string[], { p95SecondsNow, p95Seconds }: PlanEstimate) {
  if (p95Seconds === null) return { isOther: false, texts: [] };
  const then = waitText(p95Seconds);
  if (p95SecondsNow === null) {
    const whose = added.length === 1 ? 'its' : 'their';
    const text = `${percentText(MOST)} of ${whose} posts are read within ${then}`;
    return { isOther: true, texts: [text] };
  }
  const before = waitText(p95SecondsNow);
  const most = `${percentText(MOST)} of your subreddits’ posts are`;
  return before === then
    ? { isOther: false, texts: [`${most} still read within ${then}`] }
    : { isOther: true, texts: [`${most} then read within ${then} instead of ${before}`] };
}

/** Returns "3.6 s" or "12 s". */
const waitText = (seconds: number) =>
  seconds < LONG ? `${roundedText(seconds, 1)}${NBSP}s` : spanText(seconds);

const requestsText = (requests: number) => roundedText(requests, requests < 1 ? 2 : 1);

const namesText = (names: readonly string[]) =>
  names.length === 1 ? `r/${names[0]}` : `these ${numberText(names.length)} subreddits`;
