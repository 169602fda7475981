/**
 * The places of the notifications page that the focus moves between, as they stand in the page:
 * the toggle of each group and the notifications of those that are open.
 */
const ITEM = '[data-notification]';
const GROUP = '[data-group]';
const TOGGLE = '[data-group-toggle]';

const all = (selector: string, root: ParentNode = document) => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

export const findItem = (id: string) =>
  all(ITEM).find(({ dataset }) => dataset.notification === id) ?? null;

export const findToggle = (group: string) =>
  all(GROUP)
    .find(({ dataset }) => dataset.group === group)
    ?.querySelector<HTMLElement>(TOGGLE) ?? null;

/** The notification that holds the focus. */
export const focusedItem = () => document.activeElement?.closest<HTMLElement>(ITEM) ?? null;

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
  return [...around(item, all(ITEM, group)), toggleOf(group), ...placesAfterGroup(group)];
}

/** The same for a group: another one, or else the heading of the page. */
export function placesAfterGroup(group: HTMLElement): (HTMLElement | null)[] {
  return [...around(group, all(GROUP)).map(toggleOf), document.querySelector('h1')];
}

/** What follows `place` in the list, then what is before it, the nearest first. */
function around(place: HTMLElement, list: HTMLElement[]): HTMLElement[] {
  const at = list.indexOf(place);
  return [...list.slice(at + 1), ...list.slice(0, Math.max(at, 0)).reverse()];
}

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
  const stops = all(`${ITEM}, ${GROUP}`).filter(
    (place) => place.matches(ITEM) || place === from || isClosed(place),
  );
  const at = from ? stops.indexOf(from) : -1;
  const place = from || by > 0 ? stops[at + by] : undefined;
  if (!place) return null;
  return place.matches(ITEM) ? { item: place } : closed(place);
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
