import type { ReactElement } from 'react';

import { Dropdown, DropdownItem } from '@/components/ui/dropdown';

import type { Action } from './actions-of';

type ActionMenuProps = {
  actions: readonly Action[];
  /** The button that opens it. */
  trigger: ReactElement;
};

/** Actions of a notification in a menu, with words. */
export function ActionMenu({ actions, trigger }: ActionMenuProps) {
  return (
    <>
      <Dropdown trigger={trigger}>
        {actions.map(({ name, icon: Icon, danger, onAct }) => (
          <DropdownItem key={name} danger={danger} onSelect={onAct}>
            <Icon aria-hidden />
            {name}
          </DropdownItem>
        ))}
      </Dropdown>
      {/* The single-key shortcuts press these, also while the menu is closed. */}
      {actions.map(
        ({ shortcut, name, onAct }) =>
          shortcut && (
            <button key={name} type="button" hidden aria-keyshortcuts={shortcut} onClick={onAct} />
          ),
      )}
    </>
  );
}
