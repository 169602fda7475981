import { useQuery } from '@tanstack/react-query';

import { SectionCard } from '@/components/ui/card';
import { QueryList } from '@/components/ui/query-list';

import { settingsQuery } from '../api/settings';
import { AnnouncementSection } from './announcement-section';
import { SettingsForm } from './settings-form';

/** The settings of the whole server and the announcement to its users. */
export function SettingsSections() {
  const query = useQuery(settingsQuery);
  return (
    <>
      <SectionCard title="Server settings">
        <QueryList
          query={query}
          what="the server settings"
          label="Loading the server settings"
          rows={4}
        >
          {(settings) => <SettingsForm settings={settings} />}
        </QueryList>
      </SectionCard>
      {query.data && <AnnouncementSection announcement={query.data.announcement} />}
    </>
  );
}
