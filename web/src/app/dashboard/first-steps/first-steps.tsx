import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { SETTLED_MATCHES, useIsSettled } from '@/entities/notification/newcomer';
import { notificationStatsQuery } from '@/entities/notification/notification-stats';
import { watchesQuery } from '@/entities/watch/list-watches';
import { profileQuery } from '@/features/auth/api/get-profile';
import { showFailure } from '@/lib/failure-toast';
import { numberText } from '@/lib/number';

import { firstStepsQuery, useCloseFirstSteps } from './first-steps-calls';
import { KeywordStep } from './keyword-step';
import { MatchStep } from './match-step';
import { ReceiverStep } from './receiver-step';
import { Step } from './step';

/** Holds the id of the account whose steps are all done. */
const KEY = 'firstStepsDone';

/** Guides a new account through its first minutes, until that is done or closed. */
export function FirstSteps({ watches }: { watches: number }) {
  const user = useQuery(profileQuery).data;
  // Completed steps stay visible until the user leaves the page.
  const [shown, setShown] = useState(user?.firstSteps ?? false);
  const [wereDone] = useState(() => user?._id === localStorage.getItem(KEY));
  const leave = () => {
    setShown(false);
    document.getElementById('content')?.focus();
  };
  if (!shown) return null;
  return wereDone ? (
    <AllSet onClosed={leave} />
  ) : (
    <Steps watches={watches} userId={user?._id} onClosed={leave} />
  );
}

/** What remains of the steps once they are done, until there is something to use the rest of Harken on. */
function AllSet({ onClosed }: { onClosed: () => void }) {
  const { close, isPending } = useClosing(true, onClosed);
  return (
    <section
      aria-label="First steps"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface py-2 pr-2 pl-5 shadow-card"
    >
      <p className="min-w-0 flex-1 basis-60">
        {`You are all set. After an hour and ${numberText(SETTLED_MATCHES)} matches, Harken shows all that it can do.`}
      </p>
      <Button variant="secondary" size="sm" busy={isPending} onClick={close}>
        Show it now
      </Button>
    </section>
  );
}

/** Closes the steps, and does so by itself once they are done and the account is not new any more. */
function useClosing(isOver: boolean, onClosed: () => void) {
  const isSettled = useIsSettled();
  const { mutate, isPending } = useCloseFirstSteps();
  const isPast = isOver && isSettled;
  const onPast = useEffectEvent(() => mutate());
  useEffect(() => {
    // The next visit does not show the steps.
    if (isPast) onPast();
  }, [isPast]);
  const close = () => {
    if (isPast) onClosed();
    else
      mutate(undefined, {
        onSuccess: onClosed,
        onError: (error) => showFailure('The first steps could not be closed', error),
      });
  };
  return { close, isPending: isPending && !isPast };
}

type StepsProps = { watches: number; userId: string | undefined; onClosed: () => void };

function Steps({ watches, userId, onClosed }: StepsProps) {
  const keywords = useQuery(watchesQuery({ limit: watches })).data;
  const receiver = useQuery(firstStepsQuery).data?.hasReceiver;
  const matches = useQuery(notificationStatsQuery).data?.total;

  const watched = keywords?.watches.find((watch) => watch.isActive) ?? keywords?.watches[0];
  const done = [keywords && keywords.total > 0, receiver, matches && matches > 0];
  const known = keywords !== undefined && receiver !== undefined && matches !== undefined;
  const count = done.filter(Boolean).length;
  const isOver = count === done.length;
  const { close, isPending } = useClosing(isOver, onClosed);
  useEffect(() => {
    if (isOver && userId) localStorage.setItem(KEY, userId);
  }, [isOver, userId]);

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
          <p className="text-sm text-ink-faint">
            Harken shows the rest of itself later, or now if you close this.
          </p>
        </div>
        <IconButton
          icon={X}
          name="Close the first steps"
          words="Close"
          busy={isPending}
          onClick={close}
        />
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
