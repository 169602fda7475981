import { useEffect, useEffectEvent, useState } from 'react';

import { useSettled } from '@/lib/use-settled';

/** How long typing has to rest until the address has the text, in ms. */
const REST_MS = 300;

/**
 * Returns the text of a filter, and its setter. It changes with each key, and the address, which is
 * slow to change, once typing rests. An address that changes by itself changes the text. The address
 * of a dialog waits until it is closed: going back from it would lead to one without the text.
 */
export function useFilterText(
  inAddress: string,
  isDialogOpen: boolean,
  onRest: (text: string) => void,
): [string, (text: string) => void] {
  const [{ text, known }, set] = useState({ text: inAddress, known: inAddress });
  const settled = useSettled(text, REST_MS);
  if (inAddress !== known) {
    set({ text: inAddress === settled ? text : inAddress, known: inAddress });
  }
  const rest = useEffectEvent(() => {
    if (!isDialogOpen && settled !== inAddress) onRest(settled);
  });
  useEffect(() => rest(), [settled, isDialogOpen]);
  return [text, (typed) => set({ text: typed, known })];
}
