import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { QueryList } from '@/components/ui/query-list';
import { deviceName } from '@/lib/device-name';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { sessionsQuery, useEndSessions } from '../api/sessions';
import { SessionRow } from './session-row';
import { SettingsSection } from './settings-section';

export function SessionsSection() {
  const query = useQuery(sessionsQuery);
  const end = useEndSessions();
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;

  const signOut = (id: string | undefined, done: string) =>
    end.mutate(id, {
      onSuccess: () => showToast({ type: 'success', title: done }),
      onError: (error) => showFailure('The session could not be ended', error),
    });

  return (
    <SettingsSection
      id="sessions"
      text="The devices that are signed in to your account."
      action={
        hasOthers && (
          <Button
            variant="secondary"
            size="sm"
            busy={end.isPending && end.variables === undefined}
            onClick={() => signOut(undefined, 'Every other device has been signed out')}
          >
            <LogOut aria-hidden className="max-sm:hidden" />
            Sign out others
          </Button>
        )
      }
    >
      <div className="-mx-5 -my-5 sm:-mx-6">
        <QueryList query={query} what="your sessions" label="Loading sessions" rows={2}>
          {(sessions) => (
            <ul aria-label="Sessions" className="divide-y divide-line">
              {sessions.map((session) => (
                <SessionRow
                  key={session._id}
                  session={session}
                  ending={end.isPending && end.variables === session._id}
                  onEnd={() =>
                    signOut(session._id, `${deviceName(session.userAgent)} has been signed out`)
                  }
                />
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </SettingsSection>
  );
}
