import { useQuery } from '@tanstack/react-query';

import type { Watch, WatchDifference } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { QueryList } from '@/components/ui/query-list';
import { dateText } from '@/lib/dates';
import { counted, numberText } from '@/lib/number';

import { useApplyRule } from './apply-rule';
import { useDismiss } from './dismiss';
import { MatchList } from './match-list';
import { differenceQuery } from './queries';
import { changeTexts } from './texts';
import { useRefusedRule } from './use-refused-rule';

/** Compares the matches of a variant with those of its keyword. */
export function VariantDialog({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  const query = useQuery(differenceQuery(watch._id));
  const { data } = query;
  const refused = useRefusedRule();
  const apply = useApplyRule(watch);
  const end = useDismiss(watch, 'variant');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Compare with the variant"
      description={data && timeText(data)}
      size="lg"
      footer={
        <>
          <Button
            variant="secondary"
            busy={end.isPending}
            onClick={() => end.mutate(undefined, { onSuccess: onClose })}
          >
            End variant
          </Button>
          <Button
            busy={apply.isPending}
            disabled={!data}
            onClick={() => {
              refused.clear();
              if (data) apply.mutate(data.rule, { onSuccess: onClose, onError: refused.onError });
            }}
          >
            Use the variant
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 content-start gap-5">
        {refused.alert}
        <QueryList query={query} what="the difference" label="Comparing" rows={3}>
          {(difference) => <Difference watch={watch} difference={difference} />}
        </QueryList>
      </div>
    </Dialog>
  );
}

function timeText({ startedAt, endsAt, endedAt }: WatchDifference): string {
  return endedAt
    ? `Tried from ${dateText(startedAt)} until ${dateText(endedAt)}`
    : `Tried since ${dateText(startedAt)}, until ${dateText(endsAt)}. It alerts nobody.`;
}

function Difference({ watch, difference }: { watch: Watch; difference: WatchDifference }) {
  const { rule, added, addedMatches, compared, dropped, droppedMatches } = difference;
  const changes = changeTexts(watch, rule);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
        <Rule name="Keyword" text={watch.keyword} />
        <Rule name="Variant" text={rule.keyword} />
      </dl>
      {changes.length > 0 && (
        <ul aria-label="What else the variant changes" className="text-sm text-ink-soft">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {difference.expensivePart && (
        <Alert tone="warning">
          The variant was ended: searching for it takes too long, mostly because of{' '}
          <code className="font-mono">{difference.expensivePart}</code>.
        </Alert>
      )}
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
        <MatchList
          matches={addedMatches}
          head={headOf(
            `${numberText(added)} more`,
            `found by the variant only${added > addedMatches.length ? '; those that are still stored are shown' : ''}`,
          )}
        />
        <MatchList
          matches={droppedMatches}
          head={headOf(
            `${numberText(dropped)} fewer`,
            `of ${counted(compared, 'match', 'matches')} that the keyword had meanwhile${dropped > droppedMatches.length ? '; the latest are shown' : ''}`,
          )}
        />
      </div>
    </>
  );
}

function Rule({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd dir="auto" className="font-mono">
        {text}
      </dd>
    </>
  );
}

/** Returns the head of a list: its title, and a description of the matches. */
const headOf = (title: string, note: string) =>
  function Head(id: string) {
    return (
      <>
        <h3 id={id} className="px-4 pt-2.5 font-sans text-sm font-semibold tracking-normal">
          {title}
        </h3>
        <p className="px-4 pb-2.5 text-xs text-ink-faint">{note}</p>
      </>
    );
  };
