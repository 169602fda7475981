// Starts the stacks that test files share, and tells them by the environment where these are.
import { setups } from './setups.mjs';
import { startStack } from './stack.mjs';

/** Starts one of each set-up; answers how to stop them. */
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
