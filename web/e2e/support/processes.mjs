// Child processes of a test: started, waited for, and stopped by their own handles.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';

import { PATIENCE_MS } from './patience.mjs';

/** Below those that systems give to outgoing connections, any of which could take one first. */
const PORTS = { from: 10_000, below: 32_000 };

/** So many ports that nobody listens on, no two alike. */
export async function freePorts(count) {
  const held = [];
  while (held.length < count) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.below - PORTS.from));
    const server = await listen(port);
    if (server) held.push({ port, server });
  }
  for (const { server } of held) await new Promise((resolve) => server.close(resolve));
  return held.map(({ port }) => port);
}

/** A server on `port`, or null if it is taken. */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * Starts `command` and waits until its output holds `ready`. The last lines of its output are kept
 * for the message of a failure, and all of it in the file `log`, if there is one.
 */
export async function start(command, args, { env = {}, ready, log }) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const file = log && createWriteStream(log);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
    // A process that it left behind may hold these open, which would keep the tests from ending.
    child.stdout.destroy();
    child.stderr.destroy();
    file?.end();
  };
  const name = [command.split('/').at(-1), ...args.slice(0, 1)].join(' ');
  let timer;
  try {
    await new Promise((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`${name} was not ready within ${PATIENCE_MS / 1000} s:\n${output}`)),
        PATIENCE_MS,
      );
      const read = (chunk) => {
        output = (output + chunk).slice(-20_000);
        file?.write(chunk);
        if (output.includes(ready)) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('error', reject);
      child.once('exit', (code) =>
        reject(new Error(`${name} ended (${code}) before it was ready:\n${output}`)),
      );
    });
  } catch (error) {
    // Left running, it would keep the tests from ending.
    if (child.pid) await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { output: () => output, stop };
}
