import type { AuditSum } from '@/api/types';
import { counted, numberText } from '@/lib/number';

/** Returns the result of comparing posts or comments of a subreddit; null if none was compared. */
export function auditText({ items, missing, maxMissingShare }: AuditSum): string | null {
  if (items === 0) return null;
  const checked = `${numberText(items)} checked in 7 days`;
  if (missing > 0) return `${checked}, ${missingText(missing)}`;
  const most = maxMissingShare === null ? '' : `: at most ${boundText(maxMissingShare)} missed`;
  return `${checked}, none missing${most}`;
}

/** Returns the result of all comparisons in the last 7 days; null if nothing was compared. */
export function auditsText({ audits, items, missing, maxMissingShare }: AuditSum): string | null {
  if (items === 0) return null;
  const checks = counted(audits, 'check');
  const compared = `${checks}, ${numberText(items)} posts and comments`;
  const found = missing > 0 ? `of which ${missingText(missing)}` : 'none missing';
  const so = missing > 0 ? '; in all, ' : ', so ';
  const most =
    maxMissingShare === null
      ? ''
      : `${so}at most ${boundText(maxMissingShare)} are missed (with 95% confidence)`;
  return `Twice an hour Harken compares a subreddit’s own list with what it has stored. In the last 7 days: ${compared}, ${found}${most}.`;
}

const missingText = (missing: number) =>
  missing === 1
    ? '1 was missing and is stored now'
    : `${numberText(missing)} were missing and are stored now`;

/** Formats a bound, rounded up: "0.063%". */
const boundText = (share: number) =>
  new Intl.NumberFormat('en', {
    style: 'percent',
    maximumSignificantDigits: 2,
    roundingMode: 'ceil',
  }).format(share);
