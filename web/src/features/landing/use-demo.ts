import { useCallback, useEffect, useRef, useState } from 'react';

import { callMatcher } from '@/lib/matcher/client';
import type { MatchSpan, SearchResult } from '@/lib/matcher/matcher';
import { whenIdle } from '@/lib/when-idle';

import { type SamplePost, samplePosts } from './sample-posts';

export type Heard = { post: SamplePost; spans: MatchSpan[] };

export type Demo =
  | { status: 'loading' | 'unavailable' | 'silent' }
  | { status: 'refused'; problem: string }
  | { status: 'listening'; heard: Heard[] };

/**
 * Searches the sample posts for `keyword`. The matcher is loaded once the page is idle, or by
 * `wake` when the visitor is about to type.
 */
export function useDemo(keyword: string): { demo: Demo; wake: () => void } {
  const [matcher, setMatcher] = useState<'loading' | 'ready' | 'unavailable'>('loading');
  const [result, setResult] = useState<SearchResult | null>(null);
  const awake = useRef(false);

  const wake = useCallback(() => {
    if (awake.current) return;
    awake.current = true;
    callMatcher('setItems', samplePosts).then(
      () => setMatcher('ready'),
      () => setMatcher('unavailable'),
    );
  }, []);
  useEffect(() => whenIdle(wake), [wake]);

  useEffect(() => {
    if (matcher !== 'ready' || !keyword.trim()) return;
    let stale = false;
    callMatcher('search', { keyword }, samplePosts.length).then(
      (answer) => {
        if (!stale) setResult(answer);
      },
      () => setMatcher('unavailable'),
    );
    return () => {
      stale = true;
    };
  }, [matcher, keyword]);

  return { demo: stateOf(matcher, keyword, result), wake };
}

function stateOf(
  matcher: 'loading' | 'ready' | 'unavailable',
  keyword: string,
  result: SearchResult | null,
): Demo {
  if (matcher === 'unavailable') return { status: 'unavailable' };
  if (!keyword.trim()) return { status: 'silent' };
  // The result for the previous keyword stays until the next arrives, a few milliseconds later.
  if (matcher === 'loading' || !result) return { status: 'loading' };
  if (result.error) return { status: 'refused', problem: result.error.message };
  const heard = result.matches.flatMap(({ index, spans }) => {
    const post = samplePosts[index];
    return post ? [{ post, spans }] : [];
  });
  return { status: 'listening', heard };
}
