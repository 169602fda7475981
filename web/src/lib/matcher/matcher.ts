/*
 * The server's matcher, for the browser. It comes in three modules, each with everything that the
 * previous one has: for literal keywords, with queries, and with regular expressions in them.
 * Nothing else imports them. `callMatcher` calls the one in the worker, which can do everything;
 * `searchOnMainThread` the one on the main thread, for highlights while typing.
 */
import type * as literal from '@/matcher-wasm/matcher_wasm';
import type { NearMiss, PreviewItem, SearchResult, WatchInput } from '@/matcher-wasm/matcher_wasm';
import type * as queries from '@/matcher-wasm/query/matcher_wasm';
import type {
  ChipsReading,
  QueryChips,
  QueryReading,
  WatchProblem,
  WatchProblemCode,
} from '@/matcher-wasm/query/matcher_wasm';

export type { MatchSpan, NearMissReason } from '@/matcher-wasm/matcher_wasm';
export type { SubredditEntry, SubredditSuggestion } from '@/matcher-wasm/matcher_wasm';
export type { QueryChip, QueryField, QueryForm } from '@/matcher-wasm/query/matcher_wasm';
export type { ChipsReading, NearMiss, PreviewItem, QueryChips, QueryReading };
export type { SearchResult, WatchInput, WatchProblem };

/** The modules, each with everything that the previous one has. */
export const parts = ['literal', 'queries', 'patterns'] as const;
export type Part = (typeof parts)[number];

const imports: Record<Part, () => Promise<typeof literal | typeof queries>> = {
  literal: () => import('@/matcher-wasm/matcher_wasm'),
  queries: () => import('@/matcher-wasm/query/matcher_wasm'),
  patterns: () => import('@/matcher-wasm/regex/matcher_wasm'),
};

/** Near misses, or why the watch cannot be searched for. */
type NearMissResult = { misses: NearMiss[]; error?: WatchProblem };

const code: WatchProblemCode = 'queriesNotLoaded';
const error = { code, message: 'The part that reads queries is not loaded' };

/** Loads a module. The returned matcher keeps the items between calls and must be freed. */
export async function loadMatcher(part: Part) {
  const module = await imports[part]();
  const queries = 'parseQuery' in module ? module : undefined;
  const preview = new module.Preview();
  return {
    /** Replaces the items to search. */
    setItems: (items: PreviewItem[]): void => preview.setItems(items),
    /** Finds the items that a watch matches: at most `limit` are listed, `total` counts all. */
    search: (watch: WatchInput, limit: number): SearchResult => preview.search(watch, limit),
    /** Finds the first `limit` near misses of a watch, and what rejected them. */
    nearMisses: (watch: WatchInput, limit: number): NearMissResult => ({
      misses: preview.nearMisses(watch, limit),
      error: module.validateWatch(watch),
    }),
    parseSubreddits: module.parseSubreddits,
    suggestSubreddits: module.suggestSubreddits,
    validateWatch: module.validateWatch,
    parseQuery: (text: string): QueryReading =>
      queries?.parseQuery(text) ?? { needsScore: false, error },
    queryOfChips: (chips: QueryChips): ChipsReading => queries?.queryOfChips(chips) ?? { error },
    free: (): void => preview.free(),
  };
}

export type Matcher = Awaited<ReturnType<typeof loadMatcher>>;

/** Returns the module that an answer requires: a watch's problem, or a result that contains one. */
export function lacking(value: unknown): Part | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const problem: unknown = 'error' in value ? value.error : value;
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return undefined;
  if (problem.code === 'queriesNotLoaded') return 'queries';
  return problem.code === 'patternsNotLoaded' ? 'patterns' : undefined;
}
