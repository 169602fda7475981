import { useEffect, useState } from 'react';

import { callMatcher } from '@/lib/matcher/client';
import type { SubredditSuggestion } from '@/lib/matcher/matcher';

/** Returns names to suggest for the typed text; none without the matcher. */
export function useSuggestions(typed: string): SubredditSuggestion[] {
  const [suggestions, setSuggestions] = useState<SubredditSuggestion[]>([]);
  useEffect(() => {
    let stale = false;
    callMatcher('suggestSubreddits', typed).then(
      (found) => {
        if (!stale) setSuggestions(found);
      },
      () => {
        if (!stale) setSuggestions([]);
      },
    );
    return () => {
      stale = true;
    };
  }, [typed]);
  return suggestions;
}
