import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';

import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/components/ui/page';
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
    <Page
      title="Administration"
      about="Accounts, health and settings of this server. You never see anyone’s keywords or matches here."
    >
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
    </Page>
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
