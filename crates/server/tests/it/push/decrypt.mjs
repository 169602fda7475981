// Decrypts push messages with the npm package http_ece, which shares nothing with our own code.
// stdin: [{ message, scalar, auth }] in base64url; stdout: the texts, in base64url as well.
import { createECDH } from 'node:crypto';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

// Installed with the web's packages, which lie elsewhere.
const require = createRequire(new URL('../../../../../web/package.json', import.meta.url));
const { decrypt } = require('http_ece');

const messages = JSON.parse(await text(process.stdin));
const texts = messages.map(({ message, scalar, auth }) => {
    const privateKey = createECDH('prime256v1');
    privateKey.setPrivateKey(scalar, 'base64url');
    const parameters = { version: 'aes128gcm', privateKey, authSecret: auth };
    return decrypt(Buffer.from(message, 'base64url'), parameters).toString('base64url');
});
console.log(JSON.stringify(texts));
