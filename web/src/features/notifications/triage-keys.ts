/** The single keys of the notifications page, as the help lists them. */
export const triageKeys = [
  { key: 'j', does: 'Next notification' },
  { key: 'k', does: 'Previous notification' },
  { key: 'x', does: 'Select, or take that back' },
  { key: 'X', does: 'Select all from the last one selected' },
  { key: 'J', does: 'Select the next one, too' },
  { key: 'K', does: 'Select the previous one, too' },
  { key: 'Enter', does: 'Read it beside the list, where that is switched on' },
  { key: 'o', does: 'Open the post' },
  { key: 't', does: 'Show the rest of its thread, or hide it' },
  { key: 'w', does: 'Show why it is an alert, or hide it' },
  { key: 'm', does: 'Mark as read, or as unread' },
  { key: 'e', does: 'Archive' },
  { key: '#', does: 'Delete' },
  { key: '!', does: 'Not relevant' },
  { key: 's', does: 'Silence its author, thread, subreddit or a word' },
  { key: 'u', does: 'Undo the last change' },
] as const;

const itemKeys = ['x', 'o', 't', 'w', 'm', 'e', '#', '!', 's'] as const;

/** A key that presses a button of the current notification. */
export type ItemKey = (typeof itemKeys)[number];

export function isItemKey(key: string): key is ItemKey {
  return (itemKeys as readonly string[]).includes(key);
}

/** Those that act on the selection, as long as there is one. */
const selectionKeys = ['m', 'e', '#', '!', 's'] as const;
export type SelectionKey = (typeof selectionKeys)[number];

export function isSelectionKey(key: string): key is SelectionKey {
  return (selectionKeys as readonly string[]).includes(key);
}
