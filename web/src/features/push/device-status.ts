import type { Endpoint } from '@/api/types';

/** How a device has been doing. `ago` writes a time (RFC 3339) as a person says it. */
export function deviceStatusText(
  { status, failingSince, lastSentAt, pausedAt }: Endpoint,
  ago: (time: string) => string,
): string {
  const lower = (time: string) => ago(time).toLowerCase();
  if (status === 'paused' && pausedAt) return `Paused ${lower(pausedAt)}`;
  if (status === 'failing' && failingSince) return `Failing since ${lower(failingSince)}`;
  return lastSentAt ? `Last alert: ${lower(lastSentAt)}` : 'No alert yet';
}
