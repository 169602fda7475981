import { SwitchField } from '@/components/ui/switch-field';

type GapsChoiceProps = { on: boolean; onChange: (on: boolean) => void };

/** Whether a channel also gets what may be missing. */
export function GapsChoice({ on, onChange }: GapsChoiceProps) {
  return (
    <SwitchField
      label="Coverage gaps"
      hint="Also send a message when posts or comments in your subreddits may have been missed."
      checked={on}
      onChange={onChange}
    />
  );
}
