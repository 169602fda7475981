import { useQuery } from '@tanstack/react-query';
import { FilterX, FlaskConical, Lightbulb, Target } from 'lucide-react';

import type { ProposedRule, Watch, WatchNearMisses } from '@/api/types';
import { setAsideQuery, setAsideText, useSetsAside } from '@/entities/watch/set-aside';
import { showFailure } from '@/lib/failure-toast';
import { counted } from '@/lib/number';

import { useApplyRule } from './apply-rule';
import { useDismiss } from './dismiss';
import { NearMissDialog } from './near-miss-dialog';
import { ProposalDialog } from './proposal-dialog';
import { proposalQuery } from './queries';
import { SuggestionNote } from './suggestion-note';
import { nearMissText, proposalText, variantText } from './texts';
import { VariantDialog } from './variant-dialog';

type NoteProps = { watch: Watch; buttonId: string };

type SuggestionsProps = NoteProps & {
  /** When what a change is proposed by last changed, if one may be. */
  dueAt: string | null | undefined;
  /** What the keyword nearly matched lately, if anything. */
  nearMisses: WatchNearMisses | undefined;
};

/** Shows what could be changed about a keyword. */
export function Suggestions({ dueAt, nearMisses, ...note }: SuggestionsProps) {
  return (
    <>
      {dueAt && <Proposal {...note} dueAt={dueAt} />}
      {note.watch.variant && (
        <SuggestionNote
          icon={FlaskConical}
          keyword={note.watch.keyword}
          text={variantText(note.watch.variant)}
          open="Compare"
          dialog={(onClose) => <VariantDialog watch={note.watch} onClose={onClose} />}
          buttonId={note.buttonId}
        />
      )}
      {nearMisses && <NearMisses {...note} found={nearMisses} />}
      <SetAside {...note} />
    </>
  );
}

/** Shows the smallest change of a keyword that drops what is not meant, if there is one. */
function Proposal({ watch, dueAt, buttonId }: NoteProps & { dueAt: string }) {
  const { data } = useQuery(proposalQuery(watch, dueAt));
  const apply = useApplyRule(watch);
  const dismiss = useDismiss(watch, 'proposal');
  const proposal = data?.proposal;
  if (!proposal) return null;
  const exclude = {
    label: 'Exclude',
    busy: apply.isPending,
    onClick: () =>
      apply.mutate(proposal.rule, {
        onError: (error) => showFailure('The keyword could not be changed', error),
      }),
  };
  return (
    <SuggestionNote
      icon={Lightbulb}
      keyword={watch.keyword}
      text={proposalText(proposal, watch.subreddits)}
      open="See the difference"
      dialog={(onClose) => <ProposalDialog watch={watch} proposal={proposal} onClose={onClose} />}
      actions={[
        ...(proposal.fromDescription ? [exclude] : []),
        { label: 'Dismiss', onClick: () => dismiss.mutate() },
      ]}
      buttonId={buttonId}
    />
  );
}

/** Shows how many matches of a keyword were set aside as probably not relevant. */
function SetAside({ watch, buttonId }: NoteProps) {
  const enabled = useSetsAside();
  const watches = useQuery({ ...setAsideQuery(), enabled }).data?.watches;
  const found = watches?.find(({ watchId }) => watchId === watch._id);
  if (!found || found.setAside + found.shown === 0) return null;
  return (
    <SuggestionNote
      icon={FilterX}
      keyword={watch.keyword}
      text={setAsideText(found)}
      open={null}
      buttonId={buttonId}
    />
  );
}

/** Shows what a keyword nearly matched, with the change that would match it. */
function NearMisses({ watch, found, buttonId }: NoteProps & { found: WatchNearMisses }) {
  const apply = useApplyRule(watch);
  const dismiss = useDismiss(watch, 'near-misses');
  const [nearest, ...others] = found.changes;
  if (!nearest) return null;
  const { count, comments } = nearest;
  const see = `See the ${comments === count ? 'comment' : 'post'}${count === 1 ? '' : 's'}`;
  const isAnyShown = others.length > 0 || nearest.examples.length > 0;
  const more =
    others.length > 0
      ? ` Harken found ${counted(others.length, 'more near miss', 'more near misses')}.`
      : '';
  const isBusy = (rule: ProposedRule) => apply.isPending && apply.variables === rule;
  const onApply = (rule: ProposedRule) =>
    apply.mutate(rule, {
      onError: (error) => showFailure('The keyword could not be changed', error),
    });
  return (
    <SuggestionNote
      icon={Target}
      keyword={watch.keyword}
      text={`Near miss: ${nearMissText(nearest, found.hours, watch)}${more}`}
      open={isAnyShown ? see : null}
      dialog={(onClose) => <NearMissDialog {...{ watch, found, isBusy, onApply, onClose }} />}
      actions={[
        {
          label: 'Match these too',
          busy: isBusy(nearest.rule),
          onClick: () => onApply(nearest.rule),
        },
        { label: 'Dismiss', spoken: 'Dismiss near miss', onClick: () => dismiss.mutate() },
      ]}
      buttonId={buttonId}
    />
  );
}
