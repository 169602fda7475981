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

test.each([
  ['ja', [0x83, 0x7b, 0x83, 0x43, 0x83, 0x89, 0x81, 0x5b], 'ボイラー'],
  ['zh-CN', [0xb9, 0xf8, 0xc2, 0xaf], '锅炉'],
  ['zh-TW', [0xc1, 0xe7, 0xc4, 0x6c], '鍋爐'],
  ['ko-KR', [0xba, 0xb8, 0xc0, 0xcf, 0xb7, 0xaf], '보일러'],
  ['ru', [0xea, 0xee, 0xf2, 0xb8, 0xeb], 'котёл'],
  ['pl-PL', [0x9c, 0x77, 0x69, 0xea, 0x74, 0x6f], 'święto'],
  ['el', [0xeb, 0xdd, 0xe2, 0xe7, 0xf4, 0xe1, 0xf2], 'λέβητας'],
  ['fr', [0x63, 0x61, 0x66, 0xe9], 'café'],
])('what is not in Unicode is in the encoding of the language: %s', (language, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes), ['en-GB', language])).toBe(text);
  expect(decodeText(utf8(text), [language])).toBe(text);
});

test('what the encoding of the language cannot be is in windows-1252', () => {
  expect(decodeText(latin('café'), ['ja'])).toBe('café');
});

test('nothing is an empty text', () => {
  expect(decodeText(new Uint8Array())).toBe('');
});
