import { SwitchField } from '@/components/ui/switch-field';

type GapsChoiceProps = { on: boolean; onChange: (on: boolean) => void };

/** Selects whether a channel also gets reports of problems. */
export function GapsChoice({ on, onChange }: GapsChoiceProps) {
  return (
    <SwitchField
      label="Coverage gaps and pauses"
      hint="Also send a message when posts or comments in your subreddits may have been missed, and when a keyword or a channel is paused."
      checked={on}
      onChange={onChange}
    />
  );
}
