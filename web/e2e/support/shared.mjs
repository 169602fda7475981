// Starts the stacks that test files share, and passes their addresses on in the environment.
import { setups } from './setups.mjs';
import { startStack } from './stack.mjs';

/** Starts a stack for each set-up and returns a function that stops them. */
export async function startShared() {
  const names = Object.keys(setups);
  const started = await Promise.allSettled(names.map((name) => startStack(setups[name])));
  const stacks = started.map(({ value }) => value);
  const stop = () => Promise.all(stacks.map((stack) => stack?.stop()));
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const named = names.map((name, at) => [name, stacks[at]]);
  process.env.E2E_STACKS = JSON.stringify(Object.fromEntries(named));
  return stop;
}
