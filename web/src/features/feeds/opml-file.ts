/** A list of this many characters is longer than anybody's. */
const MAX_CHARS = 1_000_000;

/** Why a file cannot be imported; its message is for the user. */
export class FileProblem extends Error {}

/** The text of a chosen file. Throws a `FileProblem` if there is none to send. */
export async function readOpmlFile(file: File): Promise<string> {
  if (file.size > MAX_CHARS) throw new FileProblem(`${file.name} is larger than 1 MB.`);
  const text = await file.text().catch(() => {
    throw new FileProblem(`${file.name} could not be read.`);
  });
  if (text.trim() === '') throw new FileProblem(`${file.name} is empty.`);
  return text;
}
