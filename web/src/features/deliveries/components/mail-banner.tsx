import { MailX } from 'lucide-react';
import { Link } from 'react-router';

import type { User } from '@/api/types';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { showFailure } from '@/lib/failure-toast';
import { relativeTime } from '@/lib/relative-time';
import { showToast } from '@/lib/toasts';

import { useRetryMail } from '../api/retry-mail';
import { Banner } from './banner';

type MailBannerProps = {
  user: User;
  /** A test mail is on its way: what comes of it shows a little later. */
  onRetried: () => void;
};

/** The mail server refuses the user's address, so that no alert is mailed. */
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
          title: 'A test mail is on its way',
          text: `If ${user.email} refuses it again, you are told here.`,
        });
        onRetried();
      },
      onError: (error) => showFailure('The test mail could not be sent', error),
    });
  };
  return (
    <Banner
      icon={MailX}
      title={`Mail to ${user.email} is refused`}
      text={`Since ${dayText(since)} (${relativeTime(since).toLowerCase()})${reason ? `: ${reason}` : ''}. No alert is mailed until it works again.`}
    >
      <Button variant="secondary" size="sm" aria-busy={retry.isPending || undefined} onClick={send}>
        Send again
      </Button>
      <Button asChild variant="ghost" size="sm" className="text-bad!">
        <Link to={`${paths.settings}#push`}>Other ways</Link>
      </Button>
    </Banner>
  );
}

const dayText = (time: string) =>
  new Date(time).toLocaleDateString('en', { month: 'short', day: 'numeric' });
