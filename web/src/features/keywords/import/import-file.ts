/** A list of this many characters is longer than anybody's. */
export const MAX_IMPORT = 1_000_000;

export const tooMuch = 'This is more than 1 MB. Import it in several parts.';

/** The text of a chosen file. Throws an error whose message is for the user. */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > MAX_IMPORT) throw new Error(tooMuch);
  const text = await file.text().catch(() => {
    throw new Error(`${file.name} could not be read.`);
  });
  // What is not UTF-8 has been replaced by the browser.
  if (/[\0\uFFFD]/.test(text)) {
    throw new Error(
      `${file.name} is not plain text in UTF-8. Export it as CSV (UTF-8) or as text.`,
    );
  }
  return text;
}
