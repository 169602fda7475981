/**
 * `text` with its HTML entities decoded once. Tags stay as typed: a textarea's content is read as
 * text, so nothing of it can become an element.
 */
export function decodeEntities(text: string): string {
  // Most texts have none, and a preview asks for each piece of its items at every keystroke.
  if (!text.includes('&')) return text;
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}
