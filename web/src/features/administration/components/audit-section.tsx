import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';

import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { NextPage } from '@/components/ui/next-page';
import { RowSkeletons } from '@/components/ui/skeleton';

import { auditLogQuery } from '../api/audit-log';
import { AuditRow } from './audit-row';

export function AuditSection() {
  const query = useInfiniteQuery(auditLogQuery);
  const { data, isPending, isError, error, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <SectionCard title="Audit log">
      {isPending && <RowSkeletons label="Loading the audit log" rows={3} />}
      {isError && !data && (
        <LoadFailed error={error} what="the audit log" onRetry={() => void refetch()} />
      )}
      {entries?.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title="Nothing has been done yet"
          outlook="Everything that administrators and the command line do is listed here for 13 months."
        />
      )}
      {entries && entries.length > 0 && (
        <ul aria-label="Audit log" className="divide-y divide-line">
          {entries.map((entry) => (
            <AuditRow key={entry._id} entry={entry} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="border-t border-line px-5 py-4">
          <NextPage
            query={query}
            size="sm"
            label="Show more entries"
            failed="More entries could not be loaded. Please try again."
          />
        </div>
      )}
    </SectionCard>
  );
}
