import type { ReactNode } from 'react';

import type { ItemKey } from './triage-keys';

type SelectCardProps = {
  name: string;
  selected: boolean;
  /** `range` selects all cards from the last one chosen to this one. */
  onToggle: (range: boolean) => void;
  children: ReactNode;
};

/** A card with the checkbox that selects it. */
export function SelectCard({ name, selected, onToggle, children }: SelectCardProps) {
  return (
    <div
      data-card
      className={`@container relative [&>article]:pl-12 @max-[13rem]:[&>article]:pt-12 @max-[13rem]:[&>article]:pl-5 ${selected ? 'bg-brand-soft/60' : ''}`}
    >
      <label className="absolute top-3 left-2.5 z-10 grid size-8 cursor-pointer place-items-center rounded-lg hover:bg-line/60">
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
