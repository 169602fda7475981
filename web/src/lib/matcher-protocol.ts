import type { Matcher } from './matcher';

export type CallName = keyof Matcher;

/** A call as it goes to the worker. */
export type Call = { id: number; name: CallName; args: unknown[] };

/** What comes back: the value, or why there is none. */
export type Answer = { id: number } & ({ value: unknown } | { error: string });

let loading: Promise<{ matcher: Matcher }> | undefined;

/** Answers one call. The matcher is loaded by the first; answers come in the order of the calls. */
export async function answer({ id, name, args }: Call): Promise<Answer> {
  try {
    loading ??= import('./matcher');
    const { matcher } = await loading;
    const work = matcher[name] as (...args: unknown[]) => unknown;
    return { id, value: work(...args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
