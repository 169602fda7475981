import { useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { useState } from 'react';

import type { Watch, WatchProposal } from '@/api/types';
import { Button } from '@/components/ui/button';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { proposalQuery, useDismissProposal } from './proposal';
import { ProposalDialog } from './proposal-dialog';
import { proposalText } from './proposal-text';

type ProposalNoteProps = {
  watch: Watch;
  /** When a match was last marked as not relevant. */
  dueAt: string;
  /** The id of a button of the card, which gets the focus when this note disappears. */
  buttonId: string;
};

/** Shows the smallest change of a keyword that drops irrelevant matches, if there is one. */
export function ProposalNote({ watch, dueAt, buttonId }: ProposalNoteProps) {
  const { data } = useQuery(proposalQuery(watch, dueAt));
  const proposal = data?.proposal;
  return proposal && <Suggestion watch={watch} proposal={proposal} buttonId={buttonId} />;
}

type SuggestionProps = Omit<ProposalNoteProps, 'dueAt'> & { proposal: WatchProposal };

function Suggestion({ watch, proposal, buttonId }: SuggestionProps) {
  const dismiss = useDismissProposal(watch);
  const [isOpen, setOpen] = useState(false);
  const note = useLeaveFocus<HTMLDivElement>(() => [document.getElementById(buttonId)]);
  return (
    <div ref={note} className="mt-1.5 flex gap-1.5 text-sm text-ink-soft">
      <Lightbulb aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-text" />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p className="wrap-anywhere">{proposalText(proposal, watch.subreddits)}</p>
        <Button
          variant="link"
          aria-label={`See the difference: ${watch.keyword}`}
          onClick={() => setOpen(true)}
          className="text-sm"
        >
          {' '}
          See the difference{' '}
        </Button>
        <Button
          variant="link"
          aria-label={`Dismiss: ${watch.keyword}`}
          onClick={() => dismiss.mutate()}
          className="text-sm"
        >
          {' '}
          Dismiss{' '}
        </Button>
      </div>
      {isOpen && (
        <ProposalDialog watch={watch} proposal={proposal} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
