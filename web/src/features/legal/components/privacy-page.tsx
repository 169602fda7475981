import { paths } from '@/config/paths';

import { LegalPage } from './legal-page';
import { privacySections } from './privacy-sections';

export default function PrivacyPage() {
  return (
    <LegalPage
      path={paths.privacy}
      title="Privacy Policy"
      date="Effective date: August 11, 2024"
      lead="Harken keeps what it needs to find matches and to alert you to them, and nothing else."
      glance={[
        ['third-party scripts and cookies', 'None'],
        ['notifications are stored', 'up to 90 days'],
        ['server logs are kept', '30 days'],
        ['export and deletion', 'In Settings'],
      ]}
      sections={privacySections}
    />
  );
}
