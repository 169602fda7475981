/*
 * The matcher that the server runs, for the browser. Nothing else imports the wasm package, and
 * outside of tests this runs in the worker only: `callMatcher` is the way to it.
 */
import {
  findSpans,
  type ItemMatch,
  type MatchSpan,
  parseSubreddits,
  Preview,
  type PreviewItem,
  type SearchResult,
  type SubredditEntry,
  type SubredditSuggestion,
  suggestSubreddits,
  validateWatch,
  type WatchInput,
  type WatchProblem,
} from '@/matcher-wasm/matcher_wasm';

export type {
  ItemMatch,
  MatchSpan,
  PreviewItem,
  SearchResult,
  SubredditEntry,
  SubredditSuggestion,
  WatchInput,
  WatchProblem,
};

const preview = new Preview();

/** What can be asked of the matcher. It keeps the items between calls. */
export const matcher = {
  /** Takes the items to search, in place of those held. */
  setItems: (items: PreviewItem[]): void => preview.setItems(items),
  /** Finds the items that a watch matches: at most `limit` are listed, `total` counts all. */
  search: (watch: WatchInput, limit: number): SearchResult => preview.search(watch, limit),
  parseSubreddits,
  suggestSubreddits,
  validateWatch,
  findSpans,
};

export type Matcher = typeof matcher;
