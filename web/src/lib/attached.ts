/**
 * The symbols that begin the descriptions of attachments in the text of a post: a picture, a video,
 * a link and an option of a poll, as on the server (`attached.rs`).
 */
const SYMBOLS = ['🖼️', '🎬', '🔗', '🗳️'];

/**
 * Returns the symbol, with a space, of the description that a cut after `before` divides; empty if
 * the cut is elsewhere.
 */
export function symbolOfCut(before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const symbol = SYMBOLS.find((symbol) => line.startsWith(symbol));
  return symbol === undefined ? '' : `${symbol} `;
}
