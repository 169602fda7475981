import { showToast } from './toasts';

/**
 * Copies a text to the clipboard and confirms it. `what` names the text at the beginning of a sentence: 'The RSS
 * address of “rust”'.
 */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ id: 'copied', type: 'success', title: `${what} is on the clipboard` });
  } catch {
    // The clipboard is missing without TLS, and users may deny it.
    const title = 'Your browser does not allow copying';
    showToast({ id: 'copied', type: 'error', title, text });
  }
}
