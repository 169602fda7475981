// Child processes of a test: started, waited for, and stopped by their own handles.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A port that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts `command` and waits until its output holds `ready`. The last lines of its output are kept
 * for the message of a failure.
 */
export async function start(command, args, { env = {}, ready }) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const name = command.split('/').at(-1);
  await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name} was not ready within 60 s:\n${output}`)),
      60_000,
    );
    const read = (chunk) => {
      output = (output + chunk).slice(-20_000);
      if (output.includes(ready)) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended (${code}) before it was ready:\n${output}`));
    });
  });
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
