import { expect, test } from 'vitest';

import { decodeText } from './text-file';

const text = 'keyword;subreddits\r"Grüße";café\r';

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string, little: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), little);
  return bytes;
};
const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text));

test.each([
  ['UTF-8', utf8(text)],
  ['UTF-8 with a mark', utf8(`\uFEFF${text}`)],
  ['windows-1252', latin(text)],
  ['little-endian UTF-16 with a mark', utf16(`\uFEFF${text}`, true)],
  ['big-endian UTF-16 with a mark', utf16(`\uFEFF${text}`, false)],
  ['little-endian UTF-16', utf16(text, true)],
  ['big-endian UTF-16', utf16(text, false)],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

test('the encoding that XML declares counts, unless it is unknown or the text is UTF-8', () => {
  const list = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>`;
  const bytes = (encoding: string) => Uint8Array.of(...latin(list(encoding)), 0xf0);
  expect(decodeText(bytes('ISO-8859-5'))).toBe(`${list('ISO-8859-5')}№`);
  expect(decodeText(bytes('nothing'))).toBe(`${list('nothing')}ð`);
  expect(decodeText(utf8(`${list('ISO-8859-5')}№`))).toBe(`${list('ISO-8859-5')}№`);
});

test('nothing is an empty text', () => {
  expect(decodeText(new Uint8Array())).toBe('');
});
