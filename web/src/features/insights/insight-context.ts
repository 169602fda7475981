import { createContext, use } from 'react';

import type { Insights } from '@/api/types';

type Cited = Pick<Insights, 'range' | 'posts'>;

/** The dates of a result and the posts that its statements may cite. */
export const InsightContext = createContext<Cited | null>(null);

export function useInsightContext(): Cited {
  const cited = use(InsightContext);
  if (!cited) throw new Error('A statement belongs in a result');
  return cited;
}
