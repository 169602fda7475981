/**
 * Decodes the HTML entities of `text` once. Tags stay as they are: a textarea reads its content as
 * text, so none of it can become an element.
 */
export function decodeEntities(text: string): string {
  // Most texts have none, and a preview decodes each segment of its items on every keystroke.
  if (!text.includes('&')) return text;
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}
