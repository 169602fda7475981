import { isModalOpen } from './modal';
import { useOverlay } from './overlay';
import { useSingleKeys } from './single-keys';

/** Elements in which typed characters have a meaning of their own. */
const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/**
 * Returns whether a pressed key may be a single-key shortcut: not while typing, nor under an open
 * dialog, nor as part of a combination. Some keyboards need AltGr or Option to type '#'.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (isModalOpen() || !useSingleKeys.getState().on) return false;
  // A dialog is still loading, and what is typed is meant for it.
  if (useOverlay.getState().shown !== null) return false;
  const typed = event.getModifierState('AltGraph');
  if ((event.ctrlKey || event.metaKey) && !typed) return false;
  if (event.altKey && /^[a-z]$/i.test(event.key)) return false;
  return !(event.target instanceof Element && event.target.closest(TYPING));
}
