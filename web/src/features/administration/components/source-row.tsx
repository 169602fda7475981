import type { SourceHealth } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { healthStates, sourceName } from '@/lib/health';

import { sourceText } from '../health-texts';
import { HealthRow } from './health-row';

export function SourceRow({ source }: { source: SourceHealth }) {
  const { tone, label } = healthStates[source.state];
  return (
    <HealthRow name={sourceName(source.source)} text={sourceText(source)}>
      <Badge tone={tone}>{label}</Badge>
    </HealthRow>
  );
}
