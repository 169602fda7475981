import { CircleCheck, TriangleAlert } from 'lucide-react';

import type { HealthState, PublicStatus } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { SectionCard } from '@/components/ui/card';
import { exactTimeText } from '@/lib/dates';
import { healthStates, laneNames, sourceName } from '@/lib/health';

type Row = { name: string; state: HealthState };

/** The state of all sources and lanes, with a summary. */
export function PublicStatusBody({ status }: { status: PublicStatus }) {
  const sources = status.sources.map(({ source, state }) => ({ name: sourceName(source), state }));
  const lanes = status.lanes.map(({ lane, state }) => ({ name: laneNames[lane], state }));
  const isWell = [...sources, ...lanes].every(({ state }) => state === 'on_time');
  const Icon = isWell ? CircleCheck : TriangleAlert;
  return (
    <>
      <p
        role="status"
        className={`flex items-center gap-3 text-lg font-semibold ${isWell ? 'text-good' : 'text-warn'}`}
      >
        <Icon aria-hidden className="size-6 shrink-0" />
        {isWell ? 'Everything is on time' : 'Not everything is on time'}
      </p>
      {sources.length > 0 && <Rows title="Reading" rows={sources} />}
      <Rows title="Alerts" rows={lanes} />
      <p className="text-sm text-ink-faint">{`Checked on ${exactTimeText(status.checkedAt)}`}</p>
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <SectionCard title={title}>
      <ul aria-label={title} className="divide-y divide-line">
        {rows.map(({ name, state }) => (
          <li key={name} className="flex items-center justify-between gap-4 px-5 py-4">
            <span className="font-semibold">{name}</span>
            <Badge tone={healthStates[state].tone}>{healthStates[state].label}</Badge>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
