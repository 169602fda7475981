import { useId } from 'react';

import { Switch } from '@/components/ui/switch';

type GapsChoiceProps = { on: boolean; onChange: (on: boolean) => void };

/** Whether a channel also gets what may be missing. */
export function GapsChoice({ on, onChange }: GapsChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-sm font-semibold">
          Coverage gaps
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          Also say when posts or comments in your subreddits may have been missed.
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={on} onCheckedChange={onChange} />
    </div>
  );
}
