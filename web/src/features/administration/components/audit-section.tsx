import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';

import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { NextPage } from '@/components/ui/next-page';
import { QueryList } from '@/components/ui/query-list';

import { auditLogQuery } from '../api/audit-log';
import { AuditRow } from './audit-row';

export function AuditSection() {
  const query = useInfiniteQuery(auditLogQuery);
  return (
    <SectionCard title="Audit log">
      <QueryList
        query={query}
        entries={query.data?.pages.flatMap((page) => page.entries)}
        what="the audit log"
        label="Loading the audit log"
        rows={3}
        empty={
          <EmptyState
            icon={ScrollText}
            title="Nothing has been done yet"
            outlook="Everything that administrators and the command line do is listed here for 13 months."
          />
        }
      >
        {(entries) => (
          <ul aria-label="Audit log" className="divide-y divide-line">
            {entries.map((entry) => (
              <AuditRow key={entry._id} entry={entry} />
            ))}
          </ul>
        )}
      </QueryList>
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
