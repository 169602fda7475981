import { isModalOpen } from './modal';
import { useOverlay } from './overlay';
import { useSingleKeys } from './single-keys';

/** Where typed characters have a meaning of their own. */
const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/**
 * Whether a key that was pressed may be a single-key shortcut: not while someone types, nor under
 * an open dialog, nor as part of a combination. AltGr and Option are needed to type '#' in places.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (isModalOpen() || !useSingleKeys.getState().on) return false;
  // A dialog that is still being loaded: what is typed is meant for it.
  if (useOverlay.getState().shown !== null) return false;
  const typed = event.getModifierState('AltGraph');
  if ((event.ctrlKey || event.metaKey) && !typed) return false;
  if (event.altKey && /^[a-z]$/i.test(event.key)) return false;
  return !(event.target instanceof Element && event.target.closest(TYPING));
}
