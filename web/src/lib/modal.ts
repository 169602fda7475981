/** The attribute that every modal dialog sets on the body to lock the page's scrolling. */
const MARK = 'data-scroll-locked';

/** Returns whether a modal dialog is open. */
export function isModalOpen(): boolean {
  return document.body.hasAttribute(MARK);
}
