import { FlaskConical } from 'lucide-react';
import { useState } from 'react';

import type { Watch, WatchVariantSummary } from '@/api/types';
import { Button } from '@/components/ui/button';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { VariantDialog } from './variant-dialog';
import { variantText } from './variant-texts';

type VariantNoteProps = {
  watch: Watch;
  variant: WatchVariantSummary;
  /** The id of a button of the card, which gets the focus when this note disappears. */
  buttonId: string;
};

/** Shows that a variant of a keyword is being tried, and what it has matched so far. */
export function VariantNote({ watch, variant, buttonId }: VariantNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const note = useLeaveFocus<HTMLDivElement>(() => [document.getElementById(buttonId)]);
  return (
    <div ref={note} className="mt-1.5 flex gap-1.5 text-sm text-ink-soft">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-text" />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p className="wrap-anywhere">{variantText(variant)}</p>
        <Button
          variant="link"
          aria-label={`Compare: ${watch.keyword}`}
          onClick={() => setOpen(true)}
          className="text-sm"
        >
          {' '}
          Compare{' '}
        </Button>
      </div>
      {isOpen && <VariantDialog watch={watch} onClose={() => setOpen(false)} />}
    </div>
  );
}
