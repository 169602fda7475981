import { SwitchField } from '@/components/ui/switch-field';

type GapsChoiceProps = { on: boolean; onChange: (on: boolean) => void };

/** Selects whether a channel also gets coverage gaps. */
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
