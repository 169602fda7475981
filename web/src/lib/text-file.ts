/** The bytes in which UTF-16 without a mark and a declaration of XML are searched for. */
const SNIFFED = 1000;

/**
 * Returns the text of a file, as programs write it: in UTF-8 or UTF-16, with or without a byte order
 * mark, in the encoding that an XML declaration names, or otherwise in windows-1252.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const decode = (label: string, fatal = false) => new TextDecoder(label, { fatal }).decode(bytes);
  const utf16 = utf16Of(bytes);
  if (utf16) return decode(utf16);
  try {
    return decode('utf-8', true);
  } catch {
    const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, SNIFFED));
    const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
    try {
      return decode(declared ?? 'windows-1252');
    } catch {
      return decode('windows-1252');
    }
  }
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
