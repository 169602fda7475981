import { useQuery } from '@tanstack/react-query';

import { SectionCard } from '@/components/ui/card';
import { QueryList } from '@/components/ui/query-list';
import { counted, numberText } from '@/lib/number';

import { healthQuery } from '../api/health';
import { LaneRow } from './lane-row';
import { ProcessRow } from './process-row';
import { SourceRow } from './source-row';

/** The health of the instance: its processes, messages waiting to be sent, and its sources. */
export function HealthSection() {
  const query = useQuery(healthQuery);
  return (
    <SectionCard title="Health">
      <QueryList
        query={query}
        what="the health of the server"
        label="Loading the health of the server"
        rows={4}
      >
        {(health) => (
          <div className="divide-y divide-line">
            <Part title="Processes">
              {health.processes.map((process) => (
                <ProcessRow key={process._id} process={process} />
              ))}
            </Part>
            <Part title="Messages">
              {health.lanes.map((lane) => (
                <LaneRow key={lane.lane} lane={lane} />
              ))}
            </Part>
            {health.sources.length > 0 && (
              <Part title="Sources">
                {health.sources.map((source) => (
                  <SourceRow key={source.source} source={source} />
                ))}
              </Part>
            )}
            <p className="px-5 py-4 text-sm text-ink-soft">
              {[
                `${counted(health.gapsOfADay, 'coverage gap')} in the last 24 hours`,
                ...(health.budget
                  ? [
                      `${numberText(requestsOf(health.budget))} of ${numberText(health.budget.allowed)} requests to Reddit used in the last ${counted(health.budget.minutes, 'minute')}`,
                    ]
                  : []),
              ].join(' • ')}
            </p>
          </div>
        )}
      </QueryList>
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
