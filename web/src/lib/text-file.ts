/** The bytes in which UTF-16 without a mark and a declaration of XML are searched for. */
const SNIFFED = 1000;

/**
 * The encodings in which programs such as Excel write texts that are not in Unicode, by language (HTML
 * standard, section 13.2.3.2). All other languages have windows-1252.
 */
const LEGACY: [encoding: string, languages: RegExp][] = [
  ['big5', /^zh-(?:hant|tw|hk|mo)/i],
  ['gb18030', /^zh/i],
  ['shift_jis', /^ja/i],
  ['euc-kr', /^ko/i],
  ['windows-1250', /^(?:bs|cs|hr|hu|pl|ro|sk|sl|sr-latn)\b/i],
  ['windows-1251', /^(?:be|bg|kk|ky|mk|mn|ru|sr|tg|uk)\b/i],
  ['windows-1253', /^el\b/i],
  ['windows-1254', /^(?:az|tr)\b/i],
  ['windows-1255', /^he\b/i],
  ['windows-1256', /^(?:ar|fa|ur)\b/i],
  ['windows-1257', /^(?:et|lt|lv)\b/i],
  ['windows-1258', /^vi\b/i],
  ['windows-874', /^th\b/i],
];

/**
 * Returns the text of a file, as programs write it: in UTF-8 or UTF-16, with or without a byte order
 * mark, in the encoding that an XML declaration names, in that of the first of `languages` besides
 * English, which has only ASCII, or otherwise in windows-1252.
 */
export function decodeText(
  bytes: Uint8Array<ArrayBuffer>,
  languages: readonly string[] = navigator.languages,
): string {
  const decode = (label: string) => new TextDecoder(label, { fatal: true }).decode(bytes);
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, SNIFFED));
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  const language = languages.find((one) => !/^en\b/i.test(one)) ?? '';
  const legacy = LEGACY.find(([, of]) => of.test(language))?.[0];
  for (const label of ['utf-8', declared, legacy]) {
    try {
      if (label) return decode(label);
    } catch {
      // The text is in another encoding.
    }
  }
  return decode('windows-1252');
}

/** Returns the kind of UTF-16, by its mark, or by the zeros that most characters have. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, SNIFFED);
  const zeros = (offset: number) =>
    head.filter((byte, at) => byte === 0 && at % 2 === offset).length;
  const many = head.length / 4;
  if (zeros(1) > many && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > many && zeros(1) === 0 ? 'utf-16be' : undefined;
}
