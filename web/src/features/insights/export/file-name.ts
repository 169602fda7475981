import type { InsightsResult } from '@/api/types';

/** Returns "harken-insights-2026-01-31.csv", with the day (UTC) of the result. */
export const fileName = ({ generatedAt }: InsightsResult, kind: 'csv' | 'json') =>
  `harken-insights-${generatedAt.slice(0, 10)}.${kind}`;
