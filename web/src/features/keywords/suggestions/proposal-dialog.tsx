import { useId, useState } from 'react';

import type { Watch, WatchProposal } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { counted, numberText } from '@/lib/number';

import { useApplyRule } from './apply-rule';
import { DifferenceList } from './difference-list';
import { RuleFields } from './rule-fields';
import { proposalText } from './texts';
import { type Difference, useDifference } from './use-difference';
import { useRefusedRule } from './use-refused-rule';

type ProposalDialogProps = { watch: Watch; proposal: WatchProposal; onClose: () => void };

/** Shows a proposed change of a keyword and, as it is edited, its effect on the latest matches. */
export function ProposalDialog({ watch, proposal, onClose }: ProposalDialogProps) {
  const [rule, setRule] = useState(proposal.rule);
  const refused = useRefusedRule();
  const formId = useId();
  const apply = useApplyRule(watch);
  const difference = useDifference(watch._id, watch, rule);
  const edit = (rule: WatchProposal['rule']) => {
    refused.clear();
    setRule(rule);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="See the difference"
      description={proposalText(proposal, watch.subreddits)}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={apply.isPending}
            disabled={difference.status === 'refused'}
          >
            Apply
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          refused.clear();
          apply.mutate(rule, { onError: refused.onError });
        }}
        className="grid grid-cols-1 gap-5 md:grid-cols-2 md:gap-6"
      >
        <div className="grid content-start gap-4 self-start md:sticky md:top-0">
          <RuleFields watch={watch} proposed={proposal.rule} rule={rule} onChange={edit} />
          {refused.alert}
        </div>
        <section
          aria-label="Difference"
          className="self-start overflow-hidden rounded-control border border-line bg-sunken"
        >
          <p role="status" className="border-b border-line px-4 py-2.5 text-sm font-semibold">
            {headline(difference)}
          </p>
          <DifferenceList difference={difference} />
        </section>
      </form>
    </Dialog>
  );
}

function headline(difference: Difference): string {
  if (difference.status === 'loading') return 'Loading matches...';
  if (difference.status !== 'found') return 'Not available';
  const { goes, stays } = difference;
  const gone = Object.values(goes).reduce((sum, matches) => sum + matches.length, 0);
  return `${counted(gone, 'match goes', 'matches go')}, ${numberText(stays.length)} ${stays.length === 1 ? 'stays' : 'stay'}`;
}
