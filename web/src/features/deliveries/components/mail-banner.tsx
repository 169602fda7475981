import { MailX } from 'lucide-react';
import { Link } from 'react-router';

import type { User } from '@/api/types';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { showFailure } from '@/lib/failure-toast';
import { relativeTime } from '@/lib/relative-time';
import { showToast } from '@/lib/toasts';

import { useRetryMail } from '../api/retry-mail';

type MailBannerProps = {
  user: User;
  /** Called once a test email is on its way; its outcome shows a little later. */
  onRetried: () => void;
};

/** Shown when the mail server refuses the user's address, so that no alert is emailed. */
export function MailBanner({ user, onRetried }: MailBannerProps) {
  const retry = useRetryMail();
  const { mailProblem } = user.notificationPreferences;
  if (!mailProblem) return null;
  const { since, reason } = mailProblem;
  const send = () => {
    if (retry.isPending) return;
    retry.mutate(undefined, {
      onSuccess: () => {
        showToast({
          type: 'success',
          title: 'A test email is on its way',
          text: `If ${user.email} refuses it again, you will see that here.`,
        });
        onRetried();
      },
      onError: (error) => showFailure('The test email could not be sent', error),
    });
  };
  return (
    <Banner
      icon={MailX}
      title={`Email to ${user.email} is being refused`}
      text={`Since ${dayText(since)} (${relativeTime(since).toLowerCase()})${reason ? `: ${reason}` : ''}. No alerts are emailed until it works again.`}
    >
      <Button variant="secondary" size="sm" aria-busy={retry.isPending || undefined} onClick={send}>
        Send again
      </Button>
      <Button asChild variant="ghost" size="sm" className="text-bad!">
        <Link to={`${paths.settings}#push`}>Other channels</Link>
      </Button>
    </Banner>
  );
}

const dayText = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date(time));
