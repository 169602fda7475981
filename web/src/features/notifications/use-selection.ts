import { useRef, useState } from 'react';

import type { Notification } from '@/api/types';

import { leadsInView } from './landmarks';

/** Cards by the id of the notification that they show, each with all that it stands for. */
type Cards = ReadonlyMap<string, readonly Notification[]>;

export type Selection = {
  has: (lead: string) => boolean;
  notifications: readonly Notification[];
  /** Selects a card or takes that back; with `range`, all from the last one chosen to it. */
  toggle: (lead: string, range?: boolean) => void;
  /** Selects cards. */
  add: (leads: readonly string[]) => void;
  clear: () => void;
  /** A card is shown, until the returned function is called. */
  register: (lead: string, notifications: readonly Notification[]) => () => void;
};

const none: Cards = new Map();

/** Which cards of a list are selected. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState(none);
  const shown = useRef(new Map<string, readonly Notification[]>());
  const anchor = useRef<string | null>(null);

  const add = (leads: readonly string[]) => {
    anchor.current = leads.at(-1) ?? null;
    const added = leads.map((lead) => [lead, shown.current.get(lead) ?? []] as const);
    setSelected((before) => new Map([...before, ...added]));
  };
  const remove = (lead: string) => {
    anchor.current = lead;
    setSelected((before) => new Map([...before].filter(([other]) => other !== lead)));
  };
  return {
    has: (lead) => selected.has(lead),
    notifications: [...selected.values()].flat(),
    toggle: (lead, range = false) => {
      const leads = leadsInView();
      const ends = [leads.indexOf(anchor.current ?? ''), leads.indexOf(lead)];
      if (range && !ends.includes(-1)) {
        add(leads.slice(Math.min(...ends), Math.max(...ends) + 1));
        anchor.current = lead;
      } else if (selected.has(lead)) remove(lead);
      else add([lead]);
    },
    add,
    clear: () => {
      anchor.current = null;
      setSelected(none);
    },
    register: (lead, notifications) => {
      shown.current.set(lead, notifications);
      return () => void shown.current.delete(lead);
    },
  };
}
