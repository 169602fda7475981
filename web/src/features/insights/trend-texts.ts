import type { InsightTrend } from '@/api/types';

/** Comparisons of a number of discussions with an earlier one, where there is one to make. */
export const trendTexts: Partial<Record<InsightTrend, string>> = {
  up: 'more, by more than chance would explain',
  down: 'fewer, by more than chance would explain',
  steady: 'a difference that chance could explain',
};
