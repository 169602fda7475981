import {
  lacking,
  loadMatcher,
  type Matcher,
  type Part,
  type PreviewItem,
  type SearchResult,
  type WatchInput,
} from './matcher';

/** The time for a search on the main thread, in ms: a quarter of a frame. */
const BUDGET_MS = 4;

/** The number of slow searches after which the worker does all, so that typing never waits. */
const MAX_SLOW = 3;

let loaded: Matcher | undefined;
let loading: Part | undefined;
let items: PreviewItem[] = [];
let slow = 0;

/**
 * Sets the items to search here, in addition to the worker. Browsers draw a typed letter before
 * they receive a worker's answer, so the worker's matches appear a frame or two later, however fast
 * it is. Matches found here are drawn together with the letter.
 */
export function holdItems(held: PreviewItem[]): void {
  items = held;
  if (loaded) attempt(loaded, (matcher) => matcher.setItems(held));
  else load('literal');
}

/**
 * Finds the items that a watch matches among those `held`, like the matcher in the worker. Returns
 * `undefined` where the worker should be asked instead: these items are not held, the module is
 * loading, the watch has regular expressions, or searches took too long.
 */
export function searchOnMainThread(
  held: PreviewItem[],
  watch: WatchInput,
  limit: number,
): SearchResult | undefined {
  if (!loaded || held !== items || slow >= MAX_SLOW) return undefined;
  const begin = performance.now();
  const result = attempt(loaded, (matcher) => matcher.search(watch, limit));
  if (performance.now() - begin > BUDGET_MS) slow += 1;
  const part = lacking(result);
  if (part === 'queries') load(part);
  return part ? undefined : result;
}

/** Forgets the matcher and the items, as if the page had been loaded again. Tests use this. */
export function forgetMatcher(): void {
  loaded = undefined;
  loading = undefined;
  items = [];
  slow = 0;
}

/** Errors are ignored, because the worker is asked where this fails. */
function attempt<T>(matcher: Matcher, work: (matcher: Matcher) => T): T | undefined {
  try {
    return work(matcher);
  } catch {
    loaded = undefined;
    return undefined;
  }
}

function load(part: Part): void {
  if (loading === part) return;
  loading = part;
  const begin = async () => {
    const matcher = await loadMatcher(part);
    matcher.setItems(items);
    loaded?.free();
    loaded = matcher;
  };
  begin().catch(() => undefined);
}
