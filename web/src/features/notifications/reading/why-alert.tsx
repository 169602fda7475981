import { useId, useState } from 'react';

import type { Notification } from '@/api/types';
import { Button } from '@/components/ui/button';

import type { ItemKey } from '../triage/triage-keys';
import { ExplanationPanel } from './explanation-panel';

/** Expands to show why a notification was created. */
export function WhyAlert({ notification }: { notification: Notification }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        variant="link"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-keyshortcuts={'w' satisfies ItemKey}
        onClick={() => setOpen(!open)}
        className="mt-1.5 py-0.5 text-left text-sm! font-medium! text-ink-faint! hover:text-brand-text!"
      >
        Why this alert?
      </Button>
      {open && (
        <div
          id={id}
          role="group"
          aria-label="Why this alert"
          className="mt-1.5 animate-fade rounded-control border border-line bg-sunken px-4 py-3.5 text-sm"
        >
          <ExplanationPanel notification={notification} />
        </div>
      )}
    </div>
  );
}
