// Prints the types of an OpenAPI document, as openapi-typescript writes them, without what says
// nothing to a reader, or to the client: `src/lib/http/api-client.ts` adds, in one place, what it
// repeats in every operation.
import { readFileSync } from 'node:fs';

import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

// Examples are for the page (`api-page.mjs`).
const document = JSON.parse(readFileSync(process.argv[2], 'utf8'), (key, value) =>
  key === 'example' ? undefined : value,
);
delete document.components.responses;
for (const operation of Object.values(document.paths).flatMap(Object.values)) {
  // Without an id, an operation is written where its path is.
  delete operation.operationId;
  for (const status in operation.responses) {
    if (Number(status) >= 400) delete operation.responses[status];
    // The operation itself says what it has done.
    else if (status === '204') operation.responses[status].description = '';
  }
}

const types = astToString(await openapiTS(document))
  .replace(/^( *)\/\*\*((?:(?!\*\/)[^])*)\*\/\n/gm, comment)
  .replace(/^ +(?!content)\w+\??: never;\n/gm, '')
  .replace(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '')
  .replace(/^ +parameters: \{\n +\};\n/gm, '')
  .replace(/^export \w+ \$?\w+( =)? Record<string, never>;\n/gm, '');

process.stdout.write(COMMENT_HEADER + exported(joined(types)));

/** Writes an object of one member in one line, and then perhaps the one around it. */
function joined(text) {
  const shorter = text.replace(/\{\n +((?!\/\*)(?:[^{}\n]|\{ .* \})*);\n +\}/g, '{ $1 }');
  return shorter === text ? text : joined(shorter);
}

/** Exports each schema as a type of its name. */
function exported(text) {
  const [paths, schemas] = text
    .replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .split(/^export interface components \{\n +schemas: \{\n/m);
  return (
    paths +
    schemas
      .replace(/ +\};\n\}\n$/, '')
      .replace(/^ {8}/gm, '')
      .replace(/^(\w+): /gm, 'export type $1 = ')
  );
}

/** Writes a comment in one line, without its tags and formats. */
function comment(_, indent, lines) {
  const text = lines
    .replace(/Format: .*$/gm, '')
    .replace(/@enum \{string\}|@description/g, '')
    .replace(/^[ *]+|\s+$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text && `${indent}/** ${text} */\n`;
}
