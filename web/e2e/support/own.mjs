// Isolates a test file from others on the same stack: its own addresses, and a keyword that no
// other file's posts contain.
import { basename } from 'node:path';

/** The name of the running test file, without its extension. */
export const file = basename(process.argv[1] ?? '', '.test.mjs').replace(/\.mjs$/, '');

/** The file's keyword. No file's keyword contains another's. */
export const KEYWORD = `quill${file.replaceAll('-', '')}`;

/** The keyword, capitalised for titles. */
export const NAME = KEYWORD[0].toUpperCase() + KEYWORD.slice(1);

/** Returns an email address that only this file uses. */
export const addressOf = (name) => `${name}.${file}@example.com`;
