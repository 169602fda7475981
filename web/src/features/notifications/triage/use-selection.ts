import { useRef, useState } from 'react';

import type { Notification } from '@/api/types';

import { groupsInView } from '../list/landmarks';

/** Cards by the id of the notification that they show, each with all that it represents. */
type Cards = ReadonlyMap<string, readonly Notification[]>;

export type Selection = {
  has: (lead: string) => boolean;
  notifications: readonly Notification[];
  /** Toggles the selection of a card; with `range`, selects all from the last one chosen to it. */
  toggle: (lead: string, range?: boolean) => void;
  /** Selects cards. */
  add: (leads: readonly string[]) => void;
  clear: () => void;
  /** Selects everything that is listed. */
  addAll: () => void;
  /** Registers the cards of a group until the returned function is called. */
  register: (group: string, cards: () => readonly Card[]) => () => void;
};

/** A card: the notification that it shows, and all that it represents. */
export type Card = { lead: string; notifications: readonly Notification[] };

const none: Cards = new Map();

/** Tracks which cards of a list are selected. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState(none);
  const groups = useRef(new Map<string, () => readonly Card[]>());
  const anchor = useRef<string | null>(null);

  /** Returns the cards in page order, whether they are rendered or not. */
  const listed = () => groupsInView().flatMap((group) => groups.current.get(group)?.() ?? []);
  const addCards = (cards: readonly Card[]) => {
    anchor.current = cards.at(-1)?.lead ?? null;
    const added = cards.map(({ lead, notifications }) => [lead, notifications] as const);
    setSelected((before) => new Map([...before, ...added]));
  };
  const add = (leads: readonly string[]) => {
    const byLead = new Map(listed().map((card) => [card.lead, card]));
    addCards(leads.flatMap((lead) => byLead.get(lead) ?? []));
  };
  const remove = (lead: string) => {
    anchor.current = lead;
    setSelected((before) => new Map([...before].filter(([other]) => other !== lead)));
  };
  return {
    has: (lead) => selected.has(lead),
    notifications: [...selected.values()].flat(),
    toggle: (lead, range = false) => {
      const cards = range ? listed() : [];
      const at = (wanted: string | null) => cards.findIndex((card) => card.lead === wanted);
      const ends = [at(anchor.current), at(lead)];
      if (range && !ends.includes(-1)) {
        addCards(cards.slice(Math.min(...ends), Math.max(...ends) + 1));
        anchor.current = lead;
      } else if (selected.has(lead)) remove(lead);
      else add([lead]);
    },
    add,
    addAll: () => addCards(listed()),
    clear: () => {
      anchor.current = null;
      setSelected(none);
    },
    register: (group, cards) => {
      groups.current.set(group, cards);
      return () => void groups.current.delete(group);
    },
  };
}
