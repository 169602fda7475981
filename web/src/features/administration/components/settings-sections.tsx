import { useQuery } from '@tanstack/react-query';

import { SectionCard } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';

import { settingsQuery } from '../api/settings';
import { AnnouncementSection } from './announcement-section';
import { SettingsForm } from './settings-form';

/** The settings of the whole server and the announcement to its users. */
export function SettingsSections() {
  const { data, isPending, isError, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <SectionCard title="Server settings">
        {isPending && <RowSkeletons label="Loading the server settings" rows={4} />}
        {isError && !data && (
          <LoadFailed error={error} what="the server settings" onRetry={() => void refetch()} />
        )}
        {data && <SettingsForm settings={data} />}
      </SectionCard>
      {data && <AnnouncementSection announcement={data.announcement} />}
    </>
  );
}
