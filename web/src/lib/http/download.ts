import { saveFile } from '../save-file';
import { unwrap } from './api-client';

type FileAnswer = { data?: Blob; error?: unknown; response: Response };

/**
 * Saves a file that the server sends, under the server's name for it. Throws if the call was
 * refused or the transfer was cut short, so that half a file is never saved.
 */
export async function saveDownload(call: Promise<FileAnswer>): Promise<void> {
  const [content, { response }] = await Promise.all([unwrap(call), call]);
  const [, name] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  // Only a file has a name: anything else is a refusal that a toast has reported.
  if (name) saveFile(content, name);
}
