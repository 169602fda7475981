import { clsx } from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

type DropdownProps = {
  /** The button that opens the menu. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  children: ReactNode;
};

/** A menu of actions under a button; its children are `DropdownItem`s. */
export function Dropdown({ trigger, align = 'end', children }: DropdownProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise overflow-y-auto rounded-control border border-line bg-surface p-1.5 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const item =
  'flex cursor-pointer items-center gap-2.5 rounded-lg px-3 py-2 text-sm font-medium outline-none data-highlighted:bg-sunken [&>svg]:size-4';

type DropdownItemProps = { onSelect: () => void; danger?: boolean; children: ReactNode };

export function DropdownItem({ onSelect, danger = false, children }: DropdownItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={clsx(item, danger ? 'text-bad' : 'text-ink')}>
      {children}
    </DropdownMenu.Item>
  );
}

type DropdownChoicesProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: string; icon: LucideIcon }[];
};

/** Menu items of which one is selected. */
export function DropdownChoices<Value extends string>({
  value,
  onChange,
  choices,
}: DropdownChoicesProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      {choices.map(({ value, label, icon: Icon }) => (
        <DropdownMenu.RadioItem key={value} value={value} className={clsx(item, 'text-ink')}>
          <Icon aria-hidden />
          <span className="flex-1">{label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden className="size-4" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
