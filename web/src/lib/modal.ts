/** Set on the body by every modal dialog, which stops the page from scrolling. */
const MARK = 'data-scroll-locked';

/** Whether a modal dialog is open. */
export function isModalOpen(): boolean {
  return document.body.hasAttribute(MARK);
}
