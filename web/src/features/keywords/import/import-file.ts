/** The maximum length of a list, in characters, which is more than anybody needs. */
export const MAX_IMPORT = 1_000_000;

export const tooMuch = 'This is more than 1 MB. Import it in several parts.';

/** Returns the text of a chosen file. Throws an error whose message is for the user. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > MAX_IMPORT) throw new Error(tooMuch);
  const text = await file.text().catch(() => {
    throw new Error(`${file.name} could not be read.`);
  });
  // The browser has replaced what is not UTF-8.
  if (/[\0\uFFFD]/.test(text)) {
    throw new Error(
      `${file.name} is not plain text in UTF-8. Export it as CSV (UTF-8) or as text.`,
    );
  }
  return text;
}
