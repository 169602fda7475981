import { MailX } from 'lucide-react';

import type { User } from '@/api/types';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';
import { exactAge } from '@/lib/exact-age';
import { showFailure } from '@/lib/failure-toast';
import { agoText } from '@/lib/relative-time';
import { showToast } from '@/lib/toasts';

import { useRetryMail } from '../api/retry-mail';

type MailBannerProps = {
  user: User;
  /** Called once a test email is on its way; its outcome shows a little later. */
  onRetried: () => void;
};

/** Shown when no alert is emailed, because emails to the user's address are refused, come back or are called spam. */
export function MailBanner({ user, onRetried }: MailBannerProps) {
  const retry = useRetryMail();
  const { mailProblem } = user.notificationPreferences;
  if (!mailProblem) return null;
  const { kind, since, reason } = mailProblem;
  const { title, cause, end, again } = texts[kind];
  const send = () => {
    if (retry.isPending) return;
    retry.mutate(undefined, {
      onSuccess: () => {
        showToast({
          type: 'success',
          title: 'A test email is on its way',
          text: `If ${again}, you will see that here.`,
        });
        onRetried();
      },
      onError: (error) => showFailure('The test email could not be sent', error),
    });
  };
  return (
    <Banner
      icon={MailX}
      title={title(user.email)}
      text={
        <span title={exactAge(since)}>
          {`${cause} ${dayText(since)} (${agoText(since)})${reason ? `: ${reason}` : ''}. No alerts are emailed until ${end}.`}
        </span>
      }
    >
      <Button variant="secondary" size="sm" aria-busy={retry.isPending || undefined} onClick={send}>
        Send again
      </Button>
      <ButtonLink variant="ghost" size="sm" className="text-bad!" to={`${paths.settings}#push`}>
        Other channels
      </ButtonLink>
    </Banner>
  );
}

/** What each kind of problem is called, how the text about it begins and ends, and how it can return. */
const texts = {
  refused: {
    title: (email: string) => `Email to ${email} is being refused`,
    cause: 'Since',
    end: 'it works again',
    again: 'it is refused again',
  },
  bounced: {
    title: (email: string) => `Email to ${email} comes back`,
    cause: 'Since',
    end: 'you send again',
    again: 'it comes back, too',
  },
  complaint: {
    title: (email: string) => `Email to ${email} was reported as spam`,
    cause: 'On',
    end: 'you send again',
    again: 'it is reported, too',
  },
};

const dayText = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date(time));
