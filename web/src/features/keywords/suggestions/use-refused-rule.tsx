import { useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { showPlanLimit } from '@/lib/upgrade';

import { refusalOf } from '../form/watch-refusal';

/** Shows why a keyword's new rule could not be saved. A limit of the plan has its own dialog. */
export function useRefusedRule() {
  const [refused, setRefused] = useState<{ text: string; error: Error } | null>(null);
  return {
    onError: (error: Error) => {
      if (showPlanLimit(error)) return;
      const text = Object.values(refusalOf(error)).find((text) => typeof text === 'string');
      if (text) setRefused({ text, error });
    },
    clear: () => setRefused(null),
    alert: refused && (
      <Alert tone="error" error={refused.error}>
        {refused.text}
      </Alert>
    ),
  };
}
