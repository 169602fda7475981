import { decodeText } from '@/lib/text-file';

/** The maximum length of a list, in characters, which is more than anybody needs. */
export const MAX_IMPORT = 1_000_000;

export const tooMuch = 'This is more than 1 MB. Import it in several parts.';

/** Returns the text of a chosen file. Throws an error whose message is for the user. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > MAX_IMPORT) throw new Error(tooMuch);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new Error(`${file.name} could not be read.`);
  });
  const text = decodeText(new Uint8Array(buffer));
  // Spreadsheets' own files are archives.
  if (text.includes('\0')) {
    throw new Error(`${file.name} is not plain text. Export it as CSV or as text.`);
  }
  return text;
}
