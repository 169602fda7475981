/** The single-key shortcuts of the notifications page, as the help lists them. */
export const triageKeys = [
  { key: 'j', does: 'Next notification' },
  { key: 'k', does: 'Previous notification' },
  { key: 'x', does: 'Select or deselect' },
  { key: 'X', does: 'Select all from the last one selected' },
  { key: 'J', does: 'Also select the next one' },
  { key: 'K', does: 'Also select the previous one' },
  { key: 'Enter', does: 'Open a row, or the reading pane if that is on' },
  { key: 'Esc', does: 'Clear the selection, or close what is open' },
  { key: 'o', does: 'Open the post' },
  { key: 't', does: 'Show or hide the rest of its thread' },
  { key: 'w', does: 'Show or hide why it matched' },
  { key: 'm', does: 'Mark as read or unread' },
  { key: 'e', does: 'Archive' },
  { key: '#', does: 'Delete' },
  { key: '!', does: 'Not relevant' },
  { key: 's', does: 'Mute its author, thread, subreddit or a word' },
  { key: 'f', does: 'Star, or remove the star' },
  { key: 'u', does: 'Undo the last change' },
] as const;

const itemKeys = ['x', 'o', 't', 'w', 'm', 'e', '#', '!', 's', 'f'] as const;

/** A key that presses a button of the current notification. */
export type ItemKey = (typeof itemKeys)[number];

export function isItemKey(key: string): key is ItemKey {
  return (itemKeys as readonly string[]).includes(key);
}

/** The keys that act on the selection, if there is one. */
const selectionKeys = ['m', 'e', '#', '!', 's'] as const;
export type SelectionKey = (typeof selectionKeys)[number];

export function isSelectionKey(key: string): key is SelectionKey {
  return (selectionKeys as readonly string[]).includes(key);
}
