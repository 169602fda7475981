import type { Endpoint } from '@/api/types';

/** Describes a device's status. `ago` formats a time (RFC 3339) for people. */
export function deviceStatusText(
  { status, failingSince, lastSentAt, pausedAt }: Endpoint,
  ago: (time: string) => string,
): string {
  const lower = (time: string) => ago(time).toLowerCase();
  if (status === 'paused' && pausedAt) return `Paused ${lower(pausedAt)}`;
  if (status === 'failing' && failingSince) return `Failing since ${lower(failingSince)}`;
  return lastSentAt ? `Last alert: ${lower(lastSentAt)}` : 'No alert yet';
}
