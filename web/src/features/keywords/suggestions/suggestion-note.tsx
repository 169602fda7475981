import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { Button } from '@/components/ui/button';
import { useLeaveFocus } from '@/lib/use-leave-focus';

type Action = {
  label: string;
  /** The label for screen readers, if it says more; the keyword follows it. */
  spoken?: string;
  busy?: boolean;
  onClick: () => void;
};

type SuggestionNoteProps = {
  icon: LucideIcon;
  keyword: string;
  text: string;
  /** The label of the button that opens the dialog; null for no such button. */
  open: string | null;
  dialog?: (onClose: () => void) => ReactNode;
  actions?: readonly Action[];
  /** The id of a button of the card, which gets the focus when this note disappears. */
  buttonId: string;
};

/** A suggestion on the card of a keyword, with what can be done about it. */
export function SuggestionNote({ icon: Icon, keyword, text, ...props }: SuggestionNoteProps) {
  const { open, dialog, actions = [], buttonId } = props;
  const [isOpen, setOpen] = useState(false);
  const note = useLeaveFocus<HTMLDivElement>(() => [document.getElementById(buttonId)]);
  const shown = open ? [{ label: open, onClick: () => setOpen(true) }, ...actions] : actions;
  return (
    <div ref={note} className="mt-1.5 flex gap-1.5 text-sm text-ink-soft">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-brand-text" />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p className="wrap-anywhere">{text}</p>
        <div className="flex flex-wrap gap-x-3">
          {shown.map(({ label, spoken = label, busy, onClick }: Action) => (
            <Button
              key={label}
              variant="link"
              aria-label={`${spoken}: ${keyword}`}
              busy={busy}
              onClick={onClick}
              className="text-sm"
            >
              {` ${label} `}
            </Button>
          ))}
        </div>
      </div>
      {isOpen && dialog?.(() => setOpen(false))}
    </div>
  );
}
