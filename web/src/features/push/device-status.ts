import type { Endpoint } from '@/api/types';

/** Describes a device's status, and since when it has been so. */
export function deviceStatus({ status, failingSince, lastSentAt, pausedAt }: Endpoint): {
  text: string;
  since?: string;
} {
  if (status === 'paused' && pausedAt) return { text: 'Paused', since: pausedAt };
  if (status === 'failing' && failingSince) return { text: 'Began to fail', since: failingSince };
  return lastSentAt ? { text: 'Last alert:', since: lastSentAt } : { text: 'No alert yet' };
}
