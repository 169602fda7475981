import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { profileQuery } from '@/features/auth/api/get-profile';
import { FailedBanner } from '@/features/deliveries/components/failed-banner';
import { MailBanner } from '@/features/deliveries/components/mail-banner';
import { useSession } from '@/lib/http/session';

import { ConnectionToast } from '../connection/connection-toast';
import { useKeepChanges } from '../offline/use-keep-changes';
import { AnnouncementBanner } from './announcement-banner';

/** The interval between two fetches of the account while a page stays open. */
const FOLLOW_MS = 300_000;
/** The time within which a mail server has usually accepted or refused a test email. */
const ANSWER_MS = 10_000;

/** The notices of every screen: alerts that do not arrive, announcements, a lost connection. */
export default function Notices() {
  useQuery({ ...profileQuery, refetchInterval: FOLLOW_MS });
  useKeepChanges();
  const user = useSession((state) => state.user);
  const lookLater = useLaterLook();
  return (
    <>
      <div className="mb-6 empty:mb-0">
        {user && <MailBanner user={user} onRetried={lookLater} />}
        <FailedBanner />
        {user?.announcement && <AnnouncementBanner announcement={user.announcement} />}
      </div>
      <ConnectionToast />
    </>
  );
}

/** Returns a function that refetches the account once a test email has probably been answered. */
function useLaterLook() {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
      ANSWER_MS,
    );
  };
}
