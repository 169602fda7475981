import { ChevronDown, type LucideIcon } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Dropdown, DropdownChoices } from '@/components/ui/dropdown';

type ChoiceMenuProps<Value extends string> = {
  /** What is chosen: "Order". */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; icon: LucideIcon }[];
  onChange: (value: Value) => void;
};

/** A menu whose button shows what it chooses and what is chosen. */
export function ChoiceMenu<Value extends string>({ label, ...choice }: ChoiceMenuProps<Value>) {
  const chosen = choice.choices.find(({ value }) => value === choice.value);
  return (
    <Dropdown
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${label}: ${chosen?.label}`}
          className="max-sm:px-2"
        >
          <span>
            <span className="font-medium text-ink-faint">{`${label}: `}</span>
            {chosen?.label}
          </span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <DropdownChoices {...choice} />
    </Dropdown>
  );
}
