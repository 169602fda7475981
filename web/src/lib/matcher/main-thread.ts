import {
  lacking,
  loadMatcher,
  type Matcher,
  type Part,
  type PreviewItem,
  type SearchResult,
  type WatchInput,
} from './matcher';

/** What a search may take on the main thread, in ms: a quarter of a frame. */
const BUDGET_MS = 4;

/** After so many that took longer the worker does all, so that typing never waits. */
const MAX_SLOW = 3;

let loaded: Matcher | undefined;
let loading: Part | undefined;
let items: PreviewItem[] = [];
let slow = 0;

/**
 * Takes the items to search here, beside the worker. Browsers draw a typed letter before they hear a
 * worker's answer, so what the worker finds is seen a frame or two later, however soon it is found;
 * what is found here is drawn with the letter.
 */
export function holdItems(held: PreviewItem[]): void {
  items = held;
  if (loaded) attempt(loaded, (matcher) => matcher.setItems(held));
  else load('literal');
}

/**
 * Finds the items that a watch matches among those `held`, as the matcher in the worker does.
 * `undefined` where that should be asked instead: these items are not held, the module is on its way,
 * the watch has regular expressions, or searches took too long.
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

/** The worker is asked where this fails, so nobody has to hear of it. */
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
