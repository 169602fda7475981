import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';

import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useSession } from '@/lib/http/session';

import { auditLogQuery } from '../api/audit-log';
import { healthQuery } from '../api/health';
import { usersQuery } from '../api/list-users';
import { settingsQuery } from '../api/settings';
import { AuditSection } from './audit-section';
import { HealthSection } from './health-section';
import { SettingsSections } from './settings-sections';
import { UsersSection } from './users-section';

/** The administrators' page for the instance and its accounts. */
export default function AdminPage() {
  const isAdministrator = useSession((state) => state.user?.isAdministrator ?? false);
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Administration · Harken</title>
      <header>
        <h1 tabIndex={-1} className="text-3xl outline-none">
          Administration
        </h1>
        <p className="mt-1.5 text-ink-soft">
          Accounts, health and settings of this server. You never see anyone’s keywords or matches
          here.
        </p>
      </header>
      {isAdministrator ? (
        <Sections />
      ) : (
        <Card>
          <EmptyState
            icon={ShieldOff}
            title="This page is for administrators"
            text="Whoever runs this server can make you one."
          />
        </Card>
      )}
    </div>
  );
}

/** Loads all sections at once. Each shows after those above it, so that nothing moves down. */
function Sections() {
  const users = useInfiniteQuery(usersQuery(''));
  const health = useQuery(healthQuery);
  const settings = useQuery(settingsQuery);
  useInfiniteQuery(auditLogQuery);
  return (
    <>
      <UsersSection />
      {!users.isPending && <HealthSection />}
      {!users.isPending && !health.isPending && <SettingsSections />}
      {!users.isPending && !health.isPending && !settings.isPending && <AuditSection />}
    </>
  );
}
