import { useQuery } from '@tanstack/react-query';

import { SectionCard } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { counted, numberText } from '@/lib/number';

import { healthQuery } from '../api/health';
import { LaneRow } from './lane-row';
import { ProcessRow } from './process-row';
import { SourceRow } from './source-row';

/** The health of the instance: its processes, messages waiting to be sent, and its sources. */
export function HealthSection() {
  const { data, isPending, isError, error, refetch } = useQuery(healthQuery);
  return (
    <SectionCard title="Health">
      {isPending && <RowSkeletons label="Loading the health of the server" rows={4} />}
      {isError && !data && (
        <LoadFailed error={error} what="the health of the server" onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="divide-y divide-line">
          <Part title="Processes">
            {data.processes.map((process) => (
              <ProcessRow key={process._id} process={process} />
            ))}
          </Part>
          <Part title="Messages">
            {data.lanes.map((lane) => (
              <LaneRow key={lane.lane} lane={lane} />
            ))}
          </Part>
          {data.sources.length > 0 && (
            <Part title="Sources">
              {data.sources.map((source) => (
                <SourceRow key={source.source} source={source} />
              ))}
            </Part>
          )}
          <p className="px-5 py-4 text-sm text-ink-soft">
            {[
              `${counted(data.gapsOfADay, 'coverage gap')} in the last 24 hours`,
              ...(data.budget
                ? [
                    `${numberText(requestsOf(data.budget))} of ${numberText(data.budget.allowed)} requests to Reddit used in the last ${counted(data.budget.minutes, 'minute')}`,
                  ]
                : []),
            ].join(' • ')}
          </p>
        </div>
      )}
    </SectionCard>
  );
}

type Budget = { polls: number; fills: number; looks: number; names: number; people: number };
const requestsOf = ({ polls, fills, looks, names, people }: Budget) =>
  polls + fills + looks + names + people;

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="px-5 py-4">
      <h3 className="text-sm font-semibold text-ink-soft">{title}</h3>
      <ul aria-label={title} className="mt-2 grid grid-cols-1 gap-3">
        {children}
      </ul>
    </div>
  );
}
