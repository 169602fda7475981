import { clsx } from 'clsx';

import type { Watch } from '@/api/types';

import { SelectionBar } from './selection-bar';
import { ViewFields } from './view-fields';
import type { WatchView } from './watch-view';

type ListToolbarProps = {
  view: WatchView;
  tags: readonly string[];
  /** The listed watches. */
  shown: readonly Watch[];
  /** The ids of the selected watches. */
  chosen: readonly string[];
  onView: (changes: Partial<WatchView>) => void;
  onChoose: (ids: readonly string[]) => void;
};

/** Shows the filters of the list or, once some watches are selected, the actions for these. */
export function ListToolbar({ view, tags, shown, chosen, onView, onChoose }: ListToolbarProps) {
  const isAll = shown.length > 0 && chosen.length === shown.length;
  const isSome = chosen.length > 0;
  return (
    <div className="flex items-start gap-4 pl-5">
      <input
        type="checkbox"
        aria-label="Select all listed keywords"
        checked={isAll}
        disabled={shown.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll;
        }}
        onChange={() => onChoose(isSome ? [] : shown.map(({ _id }) => _id))}
        className="mt-3.5 size-4.5 shrink-0 tick"
      />
      {/* One over the other, so that the list does not move. */}
      <div className="grid min-w-0 flex-1 *:[grid-area:1/1]">
        <div className={clsx('@container flex', isSome && 'invisible')}>
          <ViewFields view={view} tags={tags} onChange={onView} />
        </div>
        {isSome && (
          <div className="flex flex-col justify-start pt-1">
            <SelectionBar ids={chosen} onClear={() => onChoose([])} />
          </div>
        )}
      </div>
    </div>
  );
}
