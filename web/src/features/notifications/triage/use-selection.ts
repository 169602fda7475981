import { useRef, useState } from 'react';

import type { NotificationId } from '@/api/types';

import { groupsInView } from '../list/landmarks';

/**
 * Cards by the id of the notification that they show, each with all that it represents. What no card shows is by its
 * own id.
 */
type Cards = ReadonlyMap<string, readonly NotificationId[]>;

export type Selection = {
  has: (lead: string) => boolean;
  notifications: readonly NotificationId[];
  /** What was selected at once: all that was shown, all that matches, or neither. */
  extent: 'some' | 'shown' | 'matching';
  /** Toggles the selection of a card; with `range`, selects all from the last one chosen to it. */
  toggle: (lead: string, range?: boolean) => void;
  /** Selects cards. */
  add: (leads: readonly string[]) => void;
  clear: () => void;
  /** Selects everything that is listed. */
  addAll: () => void;
  /** Selects all notifications that match, whether they are listed or not, and nothing else. */
  setMatching: (notifications: readonly NotificationId[]) => void;
  /** Registers the cards of a group until the returned function is called. */
  register: (group: string, cards: () => readonly Card[]) => () => void;
};

/** A card: the notification that it shows, and all that it represents. */
export type Card = { lead: string; notifications: readonly NotificationId[] };

type Selected = { cards: Cards; extent: Selection['extent'] };

const none: Selected = { cards: new Map(), extent: 'some' };

/** Tracks which cards of a list are selected. */
export function useSelection(): Selection {
  const [{ cards: selected, extent }, setSelected] = useState(none);
  const groups = useRef(new Map<string, () => readonly Card[]>());
  const anchor = useRef<string | null>(null);

  /** Returns the cards in page order, whether they are rendered or not. */
  const listed = () => groupsInView().flatMap((group) => groups.current.get(group)?.() ?? []);
  const addCards = (cards: readonly Card[], all: Selection['extent'] = 'some') => {
    anchor.current = cards.at(-1)?.lead ?? null;
    const added = cards.map(({ lead, notifications }) => [lead, notifications] as const);
    setSelected(({ cards: before }) => ({
      cards: new Map([...without(before, cards), ...added]),
      extent: all,
    }));
  };
  const add = (leads: readonly string[]) => {
    const byLead = new Map(listed().map((card) => [card.lead, card]));
    addCards(leads.flatMap((lead) => byLead.get(lead) ?? []));
  };
  const remove = (lead: string) => {
    anchor.current = lead;
    const card = listed().find((other) => other.lead === lead) ?? { lead, notifications: [] };
    setSelected(({ cards }) => ({ cards: new Map(without(cards, [card])), extent: 'some' }));
  };
  return {
    has: (lead) => selected.has(lead),
    notifications: [...selected.values()].flat(),
    extent,
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
    // Before anything is shown, nothing is selected.
    addAll: () => addCards(listed(), groupsInView().length > 0 ? 'shown' : 'some'),
    setMatching: (notifications) =>
      setSelected({
        cards: new Map(notifications.map((one) => [one._id, [one]])),
        extent: 'matching',
      }),
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

/** Returns the entries that share nothing with `cards`, of which each notification may be on its own. */
function without(selected: Cards, cards: readonly Card[]) {
  const ids = new Set(
    cards.flatMap(({ lead, notifications }) => [lead, ...notifications.map(({ _id }) => _id)]),
  );
  return [...selected].filter(([id]) => !ids.has(id));
}
