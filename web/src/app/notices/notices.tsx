import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { profileQuery } from '@/features/auth/api/get-profile';
import { FailedBanner } from '@/features/deliveries/components/failed-banner';
import { MailBanner } from '@/features/deliveries/components/mail-banner';
import { useSession } from '@/lib/http/session';

import { AnnouncementBanner } from './announcement-banner';

/** How often the account is looked at anew while a page stays open. */
const FOLLOW_MS = 300_000;
/** By then a mail server has said what it thinks of a test mail, most of the time. */
const ANSWER_MS = 10_000;

/** What every signed-in screen begins with when alerts do not arrive, or administrators have something to say. */
export default function Notices() {
  useQuery({ ...profileQuery, refetchInterval: FOLLOW_MS });
  const user = useSession((state) => state.user);
  const lookLater = useLaterLook();
  return (
    <>
      {user && <MailBanner user={user} onRetried={lookLater} />}
      <FailedBanner />
      {user?.announcement && <AnnouncementBanner announcement={user.announcement} />}
    </>
  );
}

/** Looks at the account again in a moment. */
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
