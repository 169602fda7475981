import type { HealthState, LaneName } from '@/api/types';

import { placeLabel } from './places';

export const healthStates: Record<HealthState, { tone: 'good' | 'signal' | 'bad'; label: string }> =
  {
    on_time: { tone: 'good', label: 'On time' },
    late: { tone: 'signal', label: 'Late' },
    failing: { tone: 'bad', label: 'Failing' },
  };

/** Returns the name of a `source` of the API: "Reddit", "Hacker News", "Feeds". */
export function sourceName(source: string): string {
  if (source === 'reddit') return 'Reddit';
  return source === 'feeds' ? 'Feeds' : placeLabel(source);
}

/** The receivers of a lane's messages. */
export const laneNames: Record<LaneName, string> = {
  mail: 'Email',
  endpoints: 'Browsers and channels',
};
