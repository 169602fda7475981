export function reloadPage(): void {
  window.location.reload();
}

/** Leaves the app for the page at `url`, which may belong to another site. */
export function leaveFor(url: string): void {
  window.location.assign(url);
}

/**
 * Opens a tab that shows `text` until it is navigated, or returns null if the browser blocks it.
 * Must be called while a click is handled, since popup blockers would stop it later.
 */
export function openTab(text: string): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  // The page shown there must not have access to this one.
  tab.opener = null;
  tab.document.title = text;
  tab.document.body.textContent = text;
  return tab;
}
