import { decodeText } from '@/lib/text-file';

/** The maximum length of a list in characters. */
const MAX_CHARS = 1_000_000;

/** The reason why a file cannot be imported; its message is shown to users. */
export class FileProblem extends Error {}

/** Returns the text of a chosen file. Throws a `FileProblem` if it cannot be sent. */
export async function readOpmlFile(file: File): Promise<string> {
  if (file.size > MAX_CHARS) throw new FileProblem(`${file.name} is larger than 1 MB.`);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new FileProblem(`${file.name} could not be read.`);
  });
  const text = decodeText(new Uint8Array(buffer));
  if (text.trim() === '') throw new FileProblem(`${file.name} is empty.`);
  return text;
}
