import type { ReactNode } from 'react';

import type { ItemKey } from './triage-keys';

type SelectCardProps = {
  name: string;
  selected: boolean;
  /** `range` selects all cards from the last one chosen to this one. */
  onToggle: (range: boolean) => void;
  /** Called when the focus or the mouse moves to it, but not when it scrolls to the mouse. */
  onUse: () => void;
  children: ReactNode;
};

/** A card with the checkbox that selects it. */
export function SelectCard({ name, selected, onToggle, onUse, children }: SelectCardProps) {
  return (
    <div
      data-card
      onPointerMove={onUse}
      onFocus={onUse}
      className={`@container relative [&>article]:pl-12 @max-[13rem]:[&>article]:pt-12 @max-[13rem]:[&>article]:pl-5 ${selected ? 'bg-brand-soft/60' : ''}`}
    >
      <label className="absolute top-3 left-2.5 group-data-[density=rows]/list:top-0.5 touch:top-2! z-10 grid size-8 cursor-pointer place-items-center rounded-lg hover:bg-line/60">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          aria-keyshortcuts={'x' satisfies ItemKey}
          checked={selected}
          // Only a click reports whether Shift is held.
          onClick={(event) => onToggle(event.shiftKey)}
          onChange={() => undefined}
          className="size-4.5 tick"
        />
      </label>
      {children}
    </div>
  );
}
