import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';

import type { User } from '@/api/types';
import { useSession } from '@/lib/http/session';

import { forgetEdits, useChoices } from '../choices';
import { useLeaveWarning } from '../use-leave-warning';
import { useSaveAll } from '../use-save-all';
import { AccountSection } from './account-section';
import { DeleteSection } from './delete-section';
import { DisplaySection } from './display-section';
import { KeysSection } from './keys-section';
import { NotificationSection } from './notification-section';
import { PasswordSection } from './password-section';
import { PrivacySection } from './privacy-section';
import { SaveBar } from './save-bar';
import { SectionNav } from './section-nav';
import { SessionsSection } from './sessions-section';
import { SettingsSection } from './settings-section';

type SettingsPageProps = {
  /** The section about alerts by the browser. */
  push: ReactNode;
};

export function SettingsPage({ push }: SettingsPageProps) {
  const user = useSession((state) => state.user);
  if (!user) return <p>Please log in to access settings.</p>;
  return <Settings user={user} push={push} />;
}

function Settings({ user, push }: SettingsPageProps & { user: User }) {
  const { choices, isChanged, edit } = useChoices(user);
  const { isSaving, saveAll } = useSaveAll();
  useLeaveWarning(isChanged);
  const { hash } = useLocation();
  useEffect(() => {
    // The address may name a section that did not exist yet when the browser looked for it.
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <div className="-mt-3">
      <title>Settings · Harken</title>
      <SaveBar
        isChanged={isChanged}
        isSaving={isSaving}
        onSave={() => saveAll(choices)}
        onDiscard={() => forgetEdits()}
      />
      <div className="mt-3 grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[12.5rem_minmax(0,1fr)]">
        <SectionNav />
        <div className="grid grid-cols-1 gap-6">
          <NotificationSection choices={choices} timeZone={user.timeZone} onEdit={edit} />
          <DisplaySection theme={choices.theme} onEdit={edit} />
          <SettingsSection id="push" text="The browsers that get alerts while Harken is closed.">
            {push}
          </SettingsSection>
          <AccountSection user={user} />
          <PasswordSection />
          <SessionsSection />
          <KeysSection />
          <PrivacySection />
          <DeleteSection />
        </div>
      </div>
    </div>
  );
}
