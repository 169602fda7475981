import type { InsightWeek } from '@/api/types';

import { changeText, discussionsText, whole } from './numbers';
import { trendTexts } from './trend-texts';

/** Returns "Week on week: 12 discussions in the last 7 days, 10 in the 7 before (+20%); ..." */
export function weekText({ count, previous, trend }: InsightWeek): string {
  const change = changeText(count, previous);
  const counts = `${discussionsText(count)} in the last 7 days, ${whole(previous)} in the 7 before`;
  const verdict = trendTexts[trend];
  return `Week on week: ${counts}${change ? ` (${change})` : ''}${verdict ? `; ${verdict}` : ''}.`;
}
