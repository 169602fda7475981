import type { RunningProcess } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';

import { partsText } from '../health-texts';
import { HealthRow } from './health-row';

export function ProcessRow({ process }: { process: RunningProcess }) {
  const { version, startedAt, seenAt, isLost } = process;
  const facts = (
    <>
      {`Version ${version} • started `}
      <Age time={startedAt} form="within" />
      {isLost && (
        <>
          {' • last seen '}
          <Age time={seenAt} form="within" />
        </>
      )}
    </>
  );
  return (
    <HealthRow name={partsText(process)} text={facts}>
      <Badge tone={isLost ? 'bad' : 'good'}>{isLost ? 'Not responding' : 'Running'}</Badge>
    </HealthRow>
  );
}
