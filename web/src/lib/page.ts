/** Loads the page anew from the server. */
export function reloadPage(): void {
  window.location.reload();
}

/** Leaves the app for the page at `url`, which may be another site's. */
export function leaveFor(url: string): void {
  window.location.assign(url);
}

/**
 * Opens a tab that says `text` until it is sent somewhere, or answers null if the browser lets none
 * open. Called while a click is handled: later on, popup blockers would stop it.
 */
export function openTab(text: string): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  // What is shown there must not reach back.
  tab.opener = null;
  tab.document.title = text;
  tab.document.body.textContent = text;
  return tab;
}
