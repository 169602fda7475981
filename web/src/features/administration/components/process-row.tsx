import type { RunningProcess } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { agoText } from '@/lib/relative-time';

import { partsText } from '../health-texts';
import { HealthRow } from './health-row';

export function ProcessRow({ process }: { process: RunningProcess }) {
  const { version, startedAt, seenAt, isLost } = process;
  const facts = [
    `Version ${version}`,
    `started ${agoText(startedAt)}`,
    ...(isLost ? [`last seen ${agoText(seenAt)}`] : []),
  ];
  return (
    <HealthRow name={partsText(process)} text={facts.join(' • ')}>
      <Badge tone={isLost ? 'bad' : 'good'}>{isLost ? 'Not responding' : 'Running'}</Badge>
    </HealthRow>
  );
}
