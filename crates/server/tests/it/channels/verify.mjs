// Reads requests as JSON from standard input, and prints for each whether its signature holds:
// by the library of Standard Webhooks.

import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const require = createRequire(new URL('../../../../../web/package.json', import.meta.url));
const { Webhook } = require('standardwebhooks');

const holds = ({ secret, headers, body }) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(holds)));
