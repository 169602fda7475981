import { SHOW_CHUNK } from '@/lib/near-view';

/**
 * The elements of the notifications page that the focus moves between, in document order: the
 * toggle of each group and the notifications of open groups.
 */
const ITEM = '[data-notification]';
const GROUP = '[data-group]';
const CARD = '[data-card]';
const TOGGLE = '[data-group-toggle]';
const CHUNK = '[data-chunk]';

/** Returns the elements that can be reached: what has left a list keeps its place, but is inert. */
const all = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.closest('[inert]'));

export const findItem = (id: string) =>
  all(ITEM).find(({ dataset }) => dataset.notification === id) ?? null;

/** Returns the toggle of a group if it is closed. */
export function findClosed(group: string): HTMLElement | null {
  const place = all(GROUP).find(({ dataset }) => dataset.group === group);
  return place && isClosed(place) ? toggleOf(place) : null;
}

/** Returns the notification that holds the focus, or whose checkbox does. */
export function focusedItem(): HTMLElement | null {
  const focused = document.activeElement;
  const read = focused?.closest<HTMLElement>('[data-reading]')?.dataset.reading;
  if (read) return findItem(read);
  const item = focused?.closest<HTMLElement>(ITEM);
  return item ?? focused?.closest(CARD)?.querySelector<HTMLElement>(ITEM) ?? null;
}

/** Returns the groups in page order. */
export const groupsInView = () => all(GROUP).map(({ dataset }) => dataset.group ?? '');

/** Returns the id of the notification that the card around `item` shows. */
export const leadOf = (item: HTMLElement) =>
  item.closest(CARD)?.querySelector<HTMLElement>(ITEM)?.dataset.notification;

/** Returns the checkbox that selects a card. */
export const boxOf = (item: HTMLElement) =>
  item.closest(CARD)?.querySelector<HTMLElement>('[aria-keyshortcuts=x]');

/** Returns the button that opens a row, or closes its card. */
export const openerOf = (item: HTMLElement, isOpen: boolean) =>
  item.querySelector<HTMLElement>(`[data-opens][aria-expanded=${isOpen}]`);

/** Returns the group that holds the focus. */
export const focusedGroup = () => document.activeElement?.closest<HTMLElement>(GROUP) ?? null;

/** Moves the focus, and scrolls all of the element into view. */
export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}

/** Returns where the focus goes from a notification that disappears, the best place first. */
export function placesAfterItem(item: HTMLElement): (HTMLElement | null)[] {
  const group = item.closest<HTMLElement>(GROUP);
  if (!group) return placesAfterGroup(item);
  return [...around(item, all(ITEM, group)), ...placesAfterGroup(group)];
}

/** Returns the same for a group: another one, or else the heading of the page. */
export function placesAfterGroup(group: HTMLElement): (HTMLElement | null)[] {
  const others = around(group, all(GROUP).filter(isStop));
  return [...others.map(toggleOf), document.querySelector('h1')];
}

/** Returns what follows `place` in the list, then what precedes it, the nearest first. */
function around(place: HTMLElement, list: HTMLElement[]): HTMLElement[] {
  const isAfter = (other: HTMLElement) =>
    (place.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const others = list.filter((other) => !place.contains(other));
  return [...others.filter(isAfter), ...others.filter((other) => !isAfter(other)).reverse()];
}

/** Returns whether a group still holds anything. */
const isStop = ({ dataset }: HTMLElement) => dataset.empty === undefined;

const toggleOf = (group: HTMLElement) => group.querySelector<HTMLElement>(TOGGLE);

/** A notification, or a closed group that has to be opened to show its notifications. */
export type Stop = { item: HTMLElement } | { closedGroup: string };

/**
 * Returns where `j` (`by` = 1) or `k` (`by` = -1) leads from the focus, or from `last` if the focus
 * is on none of the places.
 */
export function nextStop(by: 1 | -1, last: HTMLElement | null): Stop | null {
  const from = focusedItem() ?? focusedGroup() ?? (last?.isConnected ? last : null);
  if (by > 0 && from?.matches(GROUP) && isClosed(from)) return closed(from);
  showNeighbours(from);
  const stops = all(`${ITEM}, ${GROUP}`).filter(
    (place) => place.matches(ITEM) || place === from || (isClosed(place) && isStop(place)),
  );
  const at = from ? stops.indexOf(from) : -1;
  const place = from || by > 0 ? stops[at + by] : undefined;
  if (!place) return null;
  return place.matches(ITEM) ? { item: place } : closed(place);
}

/** Renders the neighbouring parts of a long list, so that the focus can move there. */
function showNeighbours(from: HTMLElement | null): void {
  const chunk = from?.closest(CHUNK);
  for (const other of [chunk?.previousElementSibling, chunk?.nextElementSibling]) {
    if (other?.matches('[data-chunk=hidden]')) other.dispatchEvent(new Event(SHOW_CHUNK));
  }
}

const closed = (group: HTMLElement): Stop => ({ closedGroup: group.dataset.group ?? '' });

function isClosed(group: HTMLElement): boolean {
  return group.querySelector(TOGGLE)?.getAttribute('aria-expanded') === 'false';
}

/** Returns the first or last notification of an open group. */
export function endOf(group: string, end: 'first' | 'last'): HTMLElement | null {
  const place = all(GROUP).find(({ dataset }) => dataset.group === group);
  return (place && all(ITEM, place).at(end === 'first' ? 0 : -1)) ?? null;
}

/** Presses the toolbar button that acts on the selection by this key. */
export function pressInToolbar(key: string): void {
  all(`[role=toolbar] [aria-keyshortcuts="${key}"]`)[0]?.click();
}
