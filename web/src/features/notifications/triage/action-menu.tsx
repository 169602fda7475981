import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';

import type { Action } from './actions-of';

type ActionMenuProps = {
  actions: readonly Action[];
  /** Whether it is in a row. */
  small: boolean;
};

/** The actions of a notification in one menu, with words. */
export function ActionMenu({ actions, small }: ActionMenuProps) {
  return (
    <>
      <Dropdown
        trigger={
          <Button
            variant="ghost"
            size="sm"
            className={clsx(small && 'h-11 flex-col gap-0! px-2! text-xs! leading-4')}
          >
            <Ellipsis aria-hidden className="size-5!" />
            More
          </Button>
        }
      >
        {actions.map(({ shortcut, name, icon: Icon, danger, onAct }) => (
          <DropdownItem key={shortcut} danger={danger} onSelect={onAct}>
            <Icon aria-hidden />
            {name}
          </DropdownItem>
        ))}
      </Dropdown>
      {/* The single-key shortcuts press these, also while the menu is closed. */}
      {actions.map(({ shortcut, onAct }) => (
        <button key={shortcut} type="button" hidden aria-keyshortcuts={shortcut} onClick={onAct} />
      ))}
    </>
  );
}
