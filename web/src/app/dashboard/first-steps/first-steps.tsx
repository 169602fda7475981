import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/components/ui/button';
import { watchesQuery } from '@/entities/watch/list-watches';
import { profileQuery } from '@/features/auth/api/get-profile';
import { notificationStatsQuery } from '@/features/notifications/api/notification-stats';
import { showFailure } from '@/lib/failure-toast';
import { numberText } from '@/lib/number';

import { firstStepsQuery, useCloseFirstSteps } from './first-steps-calls';
import { KeywordStep } from './keyword-step';
import { MatchStep } from './match-step';
import { ReceiverStep } from './receiver-step';
import { Step } from './step';

/** Guides a new account through its first minutes, until that is done or closed. */
export function FirstSteps({ watches }: { watches: number }) {
  const offered = useQuery(profileQuery).data?.firstSteps ?? false;
  // Completed steps stay visible until the user leaves the page.
  const [shown, setShown] = useState(offered);
  const leave = () => {
    setShown(false);
    document.getElementById('content')?.focus();
  };
  return shown ? <Steps watches={watches} onClosed={leave} /> : null;
}

function Steps({ watches, onClosed }: { watches: number; onClosed: () => void }) {
  const keywords = useQuery(watchesQuery({ limit: watches })).data;
  const receiver = useQuery(firstStepsQuery).data?.hasReceiver;
  const matches = useQuery(notificationStatsQuery).data?.total;
  const close = useCloseFirstSteps();

  const watched = keywords?.watches.find((watch) => watch.isActive) ?? keywords?.watches[0];
  const done = [keywords && keywords.total > 0, receiver, matches && matches > 0];
  const known = keywords !== undefined && receiver !== undefined && matches !== undefined;
  const count = done.filter(Boolean).length;
  const isOver = count === done.length;
  const onOver = useEffectEvent(() => close.mutate());
  useEffect(() => {
    // The next visit does not show the steps.
    if (isOver) onOver();
  }, [isOver]);
  const dismiss = () => {
    if (isOver) onClosed();
    else
      close.mutate(undefined, {
        onSuccess: onClosed,
        onError: (error) => showFailure('The first steps could not be closed', error),
      });
  };

  return (
    <section
      aria-label="First steps"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5 sm:pl-6">
        <div className="min-w-0">
          <h2 className="text-lg">
            {isOver ? 'You are all set' : 'Three steps to your first match'}
          </h2>
          <p role="status" className="min-h-6 text-ink-faint">
            {known &&
              (isOver ? 'From now on, Harken listens for you.' : `${numberText(count)} of 3 done`)}
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close the first steps"
          busy={close.isPending && !isOver}
          onClick={dismiss}
        >
          <X aria-hidden />
        </Button>
      </header>
      <ol className="grid grid-cols-1 gap-px bg-line lg:grid-cols-3">
        <Step number={1} title="Choose a keyword" done={keywords && keywords.total > 0}>
          <KeywordStep watched={watched} />
        </Step>
        <Step number={2} title="Check that alerts arrive" done={receiver}>
          <ReceiverStep done={receiver ?? false} />
        </Step>
        <Step
          number={3}
          title="Get your first match"
          done={matches === undefined ? undefined : matches > 0}
        >
          <MatchStep keyword={watched?.keyword} />
        </Step>
      </ol>
    </section>
  );
}
