import { RotateCw } from 'lucide-react';

import type { LaneHealth } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { showFailure } from '@/lib/failure-toast';
import { healthStates, laneNames } from '@/lib/health';
import { counted, numberText } from '@/lib/number';
import { showToast } from '@/lib/toasts';

import { useReplayFailed } from '../api/health';
import { waitText } from '../health-texts';
import { HealthRow } from './health-row';

/** The number at which the server stops counting. */
const MAX_COUNTED = 10_000;

export function LaneRow({
  lane: { lane, due, oldestSeconds, failed, state },
}: {
  lane: LaneHealth;
}) {
  const replay = useReplayFailed();
  const name = laneNames[lane];
  const { tone, label } = healthStates[state];
  const facts = [
    due === 0
      ? 'Nothing is due'
      : `${numberText(due)} due, the oldest for ${waitText(oldestSeconds)}`,
    failed >= MAX_COUNTED
      ? `at least ${numberText(failed)} failed in the last 24 hours`
      : `${numberText(failed)} failed in the last 24 hours`,
  ];
  const start = () =>
    replay.mutate(lane, {
      onSuccess: ({ replayed }) =>
        showToast({
          type: 'success',
          title:
            replayed === 0
              ? 'There is nothing to send again'
              : `${counted(replayed, 'message is', 'messages are')} sent again`,
          ...(replayed === 0 && {
            text: 'What failed has been dismissed, or its channel is paused or deleted.',
          }),
        }),
      onError: (error) => showFailure('The messages could not be sent again', error),
    });
  return (
    <HealthRow name={name} text={facts.join(' • ')}>
      <Badge tone={tone}>{label}</Badge>
      {failed > 0 && (
        <Button
          variant="secondary"
          size="sm"
          busy={replay.isPending}
          aria-label={`Replay failed: ${name}`}
          onClick={start}
        >
          <RotateCw aria-hidden />
          Replay failed
        </Button>
      )}
    </HealthRow>
  );
}
