import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { groupKey } from './held-list';
import { endOf, findClosed, findItem, focusOn } from './landmarks';

/** Finds the element that gets the focus as soon as it exists. */
type Wanted = () => HTMLElement | null;

/** Tracks which groups are open, and the focus inside of them. All start closed. */
export function useGroups() {
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const wanted = useRef<Wanted | null>(null);

  useLayoutEffect(() => {
    const element = wanted.current?.();
    if (element) focusOn(element);
  });
  useEffect(() => {
    // Once the focus moves anywhere else, it stays there.
    const forget = () => {
      wanted.current = null;
    };
    document.addEventListener('focusin', forget);
    return () => document.removeEventListener('focusin', forget);
  }, []);

  const open = (group: string, focus: Wanted) => {
    wanted.current = focus;
    setOpenGroups((before) => new Set(before).add(group));
  };
  return {
    isOpen: (group: string) => openGroups.has(group),
    toggle: (group: string) =>
      setOpenGroups((before) => {
        const after = new Set(before);
        if (!after.delete(group)) after.add(group);
        return after;
      }),
    /** Opens a group and moves the focus to one end of it. */
    enter: (group: string, end: 'first' | 'last') => open(group, () => endOf(group, end)),
    /** Moves the focus to a notification of a group, or to the group itself while it is closed. */
    show: (keyword: string, id: string | undefined) => {
      const group = groupKey(keyword);
      wanted.current = () => (id === undefined ? null : findItem(id)) ?? findClosed(group);
      setOpenGroups((before) => new Set(before));
    },
  };
}
