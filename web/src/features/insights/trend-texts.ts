import type { InsightTrend } from '@/api/types';

/** How one number of discussions is beside an earlier one; nothing where nothing can be said. */
export const trendTexts: Partial<Record<InsightTrend, string>> = {
  up: 'more, by more than chance would explain',
  down: 'fewer, by more than chance would explain',
  steady: 'a difference that chance could explain',
};
