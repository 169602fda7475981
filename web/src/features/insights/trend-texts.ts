import type { InsightTrend } from '@/api/types';

/** How one number of discussions is beside an earlier one; nothing where nothing can be said. */
export const trendTexts: Partial<Record<InsightTrend, string>> = {
  up: 'more, by more than chance explains',
  down: 'fewer, by more than chance explains',
  steady: 'no more apart than chance explains',
};
