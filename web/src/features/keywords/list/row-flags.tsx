import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { AlarmClock, Lightbulb, type LucideIcon, TriangleAlert } from 'lucide-react';

import type { Watch, WatchNearMisses } from '@/api/types';
import { useUntil } from '@/entities/snooze/use-until';

import { proposalQuery } from '../suggestions/queries';
import type { Trend } from './activity';

type RowFlagsProps = {
  watch: Watch;
  trend: Trend | undefined;
  nearMisses: WatchNearMisses | undefined;
};

/** Shows what the card of a row has to say beyond the usual. */
export function RowFlags({ watch, trend, nearMisses }: RowFlagsProps) {
  const { unreadableSubreddits, snoozedUntil, variant } = watch;
  const dueAt = trend?.proposalDueAt;
  return (
    <>
      {unreadableSubreddits && unreadableSubreddits.length > 0 && (
        <Flag icon={TriangleAlert} text="Some subreddits cannot be read" tone="text-warn" />
      )}
      {snoozedUntil && <SnoozeFlag until={snoozedUntil} />}
      {variant || nearMisses ? <SuggestionFlag /> : dueAt && <ProposalFlag {...{ watch, dueAt }} />}
    </>
  );
}

function SnoozeFlag({ until }: { until: string }) {
  const isSnoozed = useUntil(until) !== null;
  return isSnoozed && <Flag icon={AlarmClock} text="Snoozed" tone="text-info" />;
}

function ProposalFlag({ watch, dueAt }: { watch: Watch; dueAt: string }) {
  const { data } = useQuery(proposalQuery(watch, dueAt));
  return data?.proposal && <SuggestionFlag />;
}

const SuggestionFlag = () => (
  <Flag icon={Lightbulb} text="Has a suggestion" tone="text-brand-text" />
);

type FlagProps = { icon: LucideIcon; text: string; tone: string };

function Flag({ icon: Icon, text, tone }: FlagProps) {
  return (
    <span title={text} className={clsx('shrink-0', tone)}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
