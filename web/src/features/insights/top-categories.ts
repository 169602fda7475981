import type { InsightCategory, Insights } from '@/api/types';

const MAX_CHART = 8;
const MAX_BREAKDOWN = 6;

export type NamedCategory = InsightCategory & { name: string };

type Categories = Insights['categories'];

/** What no rule fits: the analyser's name of it. */
const REST = 'Other';

/** Most posts first. Of equals the rest comes last, and else the name decides. */
export const byCount = (categories: Categories): NamedCategory[] =>
  Object.entries(categories)
    .map(([name, category]) => ({ ...category, name }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        Number(a.name === REST) - Number(b.name === REST) ||
        a.name.localeCompare(b.name, 'en'),
    );

/** What a chart has room for. */
export const chartCategories = (all: Categories) => byCount(all).slice(0, MAX_CHART);

/** What the breakdown shows. */
export const topCategories = (all: Categories) => byCount(all).slice(0, MAX_BREAKDOWN);
