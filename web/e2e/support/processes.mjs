// Starts child processes of a test, waits for them, and stops them by their own handles.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';

import { PATIENCE_MS } from './patience.mjs';

/** The range of ports: below the ephemeral ones, which an outgoing connection could take first. */
const PORTS = { from: 10_000, below: 32_000 };

/** Returns `count` different ports that nobody listens on. */
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

/** Returns a server on `port`, or null if the port is taken. */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * Starts `command` and waits until its output contains `ready`. Keeps the last lines of the output
 * for error messages, and all of it in the file `log`, if given.
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
    // A process that the child left behind may hold these open, which would keep the tests running.
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
    // A running child would keep the tests running.
    if (child.pid) await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { output: () => output, stop };
}
