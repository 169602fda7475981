/**
 * `text` with its HTML entities decoded once. Tags stay as typed: a textarea's content is read as
 * text, so nothing of it can become an element.
 */
export function decodeEntities(text: string): string {
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}
