import { lacking, loadMatcher, type Matcher, type Part, parts, type PreviewItem } from './matcher';

export type CallName = Exclude<keyof Matcher, 'free'>;

/** A call to the worker. */
export type Call = { id: number; name: CallName; args: unknown[] };

/** The worker's answer: a value, or an error. */
export type Answer = { id: number } & ({ value: unknown } | { error: string });

/**
 * Answers a worker's calls. The first loads the matcher for literal keywords, and one that needs
 * more the next module, which keeps the items set so far. Answers come in the order of the calls.
 */
export class Answerer {
  #loaded: { part: Part; matcher: Matcher } | undefined;
  #items: PreviewItem[] = [];
  #last: Promise<unknown> = Promise.resolve();

  answer(call: Call): Promise<Answer> {
    const answered = this.#last.then(() => this.#work(call));
    this.#last = answered;
    return answered;
  }

  async #work({ id, name, args }: Call): Promise<Answer> {
    try {
      let loaded = (this.#loaded ??= await this.#load('literal'));
      if (name === 'setItems') this.#items = args[0] as PreviewItem[];
      let value = run(loaded.matcher, name, args);
      for (let part = lacking(value); part && isBeyond(part, loaded.part); part = lacking(value)) {
        const before = loaded;
        loaded = this.#loaded = await this.#load(part);
        before.matcher.free();
        value = run(loaded.matcher, name, args);
      }
      return { id, value };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #load(part: Part) {
    const matcher = await loadMatcher(part);
    matcher.setItems(this.#items);
    return { part, matcher };
  }
}

function run(matcher: Matcher, name: CallName, args: unknown[]): unknown {
  const work = matcher[name] as (...args: unknown[]) => unknown;
  return work(...args);
}

function isBeyond(part: Part, loaded: Part): boolean {
  return parts.indexOf(part) > parts.indexOf(loaded);
}
