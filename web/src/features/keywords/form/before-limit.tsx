import { type ReactNode, useEffect, useState } from 'react';

import { showUpgrade } from '@/lib/upgrade';

type BeforeLimitProps = {
  /** The number of further active keywords that the plan allows; null for any number. */
  allowed: number | null;
  onClose: () => void;
  /** The dialog that adds keywords. */
  children: ReactNode;
};

/** Shows the dialog, or the plan's limit if it is reached, before anything is filled in. */
export function BeforeLimit({ allowed, onClose, children }: BeforeLimitProps) {
  // As it was at first: what the dialog adds may fill the plan.
  const [isFull] = useState(allowed === 0);
  useEffect(() => {
    if (!isFull) return;
    showUpgrade('more-keywords');
    onClose();
  }, [isFull, onClose]);
  return isFull ? null : children;
}
