/**
 * The places of the notifications page that the focus moves between, as they stand in the page:
 * the toggle of each group and the notifications of those that are open.
 */
const ITEM = '[data-notification]';
const GROUP = '[data-group]';
const CARD = '[data-card]';
const TOGGLE = '[data-group-toggle]';
const CHUNK = '[data-chunk]';

/** Those that are there: what has left a list keeps its place, and cannot be reached. */
const all = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.closest('[inert]'));

/** Asks a part of a long list that is far from what is in view to render its cards. */
export const SHOW_CHUNK = 'show-chunk';

export const findItem = (id: string) =>
  all(ITEM).find(({ dataset }) => dataset.notification === id) ?? null;

/** The toggle of a group that is closed. */
export function findClosed(group: string): HTMLElement | null {
  const place = all(GROUP).find(({ dataset }) => dataset.group === group);
  return place && isClosed(place) ? toggleOf(place) : null;
}

/** The notification that holds the focus, or whose box does. */
export function focusedItem(): HTMLElement | null {
  const focused = document.activeElement;
  const read = focused?.closest<HTMLElement>('[data-reading]')?.dataset.reading;
  if (read) return findItem(read);
  const item = focused?.closest<HTMLElement>(ITEM);
  return item ?? focused?.closest(CARD)?.querySelector<HTMLElement>(ITEM) ?? null;
}

/** The groups in their order. */
export const groupsInView = () => all(GROUP).map(({ dataset }) => dataset.group ?? '');

/** The id that the card around a notification shows. */
export const leadOf = (item: HTMLElement) =>
  item.closest(CARD)?.querySelector<HTMLElement>(ITEM)?.dataset.notification;

/** The box that selects a card. */
export const boxOf = (item: HTMLElement) =>
  item.closest(CARD)?.querySelector<HTMLElement>('[aria-keyshortcuts=x]');

/** The group that holds the focus. */
export const focusedGroup = () => document.activeElement?.closest<HTMLElement>(GROUP) ?? null;

/** Moves the focus, with all of the element in view. */
export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}

/** Where the focus goes from a notification that goes away, the best place first. */
export function placesAfterItem(item: HTMLElement): (HTMLElement | null)[] {
  const group = item.closest<HTMLElement>(GROUP);
  if (!group) return placesAfterGroup(item);
  return [...around(item, all(ITEM, group)), ...placesAfterGroup(group)];
}

/** The same for a group: another one, or else the heading of the page. */
export function placesAfterGroup(group: HTMLElement): (HTMLElement | null)[] {
  const others = around(group, all(GROUP).filter(isStop));
  return [...others.map(toggleOf), document.querySelector('h1')];
}

/** What follows `place` in the list, then what is before it, the nearest first. */
function around(place: HTMLElement, list: HTMLElement[]): HTMLElement[] {
  const isAfter = (other: HTMLElement) =>
    (place.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const others = list.filter((other) => !place.contains(other));
  return [...others.filter(isAfter), ...others.filter((other) => !isAfter(other)).reverse()];
}

/** A group that holds anything still. */
const isStop = ({ dataset }: HTMLElement) => dataset.empty === undefined;

const toggleOf = (group: HTMLElement) => group.querySelector<HTMLElement>(TOGGLE);

/** A notification, or a closed group that has to be opened before one of its own can be shown. */
export type Stop = { item: HTMLElement } | { closedGroup: string };

/**
 * Where `j` (`by` = 1) or `k` (`by` = -1) leads from the focus; from `last` when it is on none of
 * the places.
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

/** Whatever comes next in a long list is there to be moved to. */
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

/** The first or last notification of an open group. */
export function endOf(group: string, end: 'first' | 'last'): HTMLElement | null {
  const place = all(GROUP).find(({ dataset }) => dataset.group === group);
  return (place && all(ITEM, place).at(end === 'first' ? 0 : -1)) ?? null;
}

/** Presses the button of the toolbar that acts on the selection by this key. */
export function pressInToolbar(key: string): void {
  all(`[role=toolbar] [aria-keyshortcuts="${key}"]`)[0]?.click();
}
