import type { InsightCategory, Insights } from '@/api/types';

const CHART_MAX = 8;
const BREAKDOWN_MAX = 6;

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
export const chartCategories = (all: Categories) => byCount(all).slice(0, CHART_MAX);

/** What the breakdown shows. */
export const topCategories = (all: Categories) => byCount(all).slice(0, BREAKDOWN_MAX);
