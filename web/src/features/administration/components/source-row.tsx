import type { SourceHealth } from '@/api/types';
import { Badge } from '@/components/ui/badge';

import { sourceName, sourceState } from '../health-texts';
import { HealthRow } from './health-row';

export function SourceRow({ source }: { source: SourceHealth }) {
  const { tone, label, text } = sourceState(source);
  return (
    <HealthRow name={sourceName(source)} text={text}>
      <Badge tone={tone}>{label}</Badge>
    </HealthRow>
  );
}
