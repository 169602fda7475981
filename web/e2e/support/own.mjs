// What a test file does not share with those that run beside it on one stack: addresses of people,
// and a word that nobody else's posts hold.
import { basename } from 'node:path';

/** The test file that runs, without what all their names end with. */
export const file = basename(process.argv[1] ?? '', '.test.mjs').replace(/\.mjs$/, '');

/** The file's own word: none of these holds another. */
export const KEYWORD = `quill${file.replaceAll('-', '')}`;

/** As it stands in a title. */
export const NAME = KEYWORD[0].toUpperCase() + KEYWORD.slice(1);

/** The address of a person of this file. */
export const addressOf = (name) => `${name}.${file}@example.com`;
