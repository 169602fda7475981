import type { ReactNode } from 'react';

import { numberText } from '@/lib/number';

import type { Matching } from '../api/matching-notifications';
import type { Tab } from '../list/use-inbox-view';
import { SelectMatching } from './select-matching';
import { SelectionActions } from './selection-actions';
import type { ListActions } from './use-inbox-actions';

type SelectionToolbarProps = {
  /** The state of all that is listed; undefined if it has several. */
  tab?: Tab;
  actions: ListActions;
  /** What can be selected beyond what is shown, if anything. */
  matching?: Matching;
  /** The actions while nothing is selected. */
  children?: ReactNode;
};

/** Selects all that is shown, and shows the actions for the selection if there is one. */
export function SelectionToolbar({ tab, actions, matching, children }: SelectionToolbarProps) {
  const { selection } = actions;
  const count = selection.notifications.length;
  return (
    <div
      role="toolbar"
      aria-label="List"
      className="flex min-h-12 flex-wrap items-center gap-x-1 gap-y-1 rounded-card border border-line bg-surface px-2.5 py-1"
    >
      <label className="flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-1.5 text-sm font-semibold text-ink-soft hover:bg-line/60">
        <input
          type="checkbox"
          aria-label="Select all shown"
          checked={count > 0}
          onChange={() => (count > 0 ? selection.clear() : selection.addAll())}
          className="size-4.5 tick"
        />
        <span role="status">{count > 0 ? `${numberText(count)} selected` : 'Select'}</span>
      </label>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1 max-sm:contents">
        {count > 0 ? <SelectionActions tab={tab} actions={actions} /> : children}
      </div>
      {matching && selection.extent !== 'some' && (
        <SelectMatching selection={selection} matching={matching} />
      )}
    </div>
  );
}
