/** The classes of what is at the end of a row of one line. */
export const rowEnd = 'absolute top-1/2 right-1.5 flex -translate-y-1/2 items-center';

/**
 * The classes of actions that a row, a `group/item`, shows over its end while the mouse or the
 * focus is on it. Invisible buttons must not catch a click.
 */
export const onUse =
  'pointer-events-none rounded-lg border border-line bg-surface opacity-0 shadow-low group-focus-within/item:pointer-events-auto group-focus-within/item:opacity-100 group-hover/item:pointer-events-auto group-hover/item:opacity-100';
