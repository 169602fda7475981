import type { InsightCategory, Insights } from '@/api/types';

const MAX_CHART = 8;
const MAX_BREAKDOWN = 6;

export type NamedCategory = InsightCategory & { name: string };

type Categories = Insights['categories'];

/** The analyser's name for posts that fit no rule. */
const REST = 'Other';

/** Returns the categories, most posts first. Ties are ordered by name, with the rest last. */
export const byCount = (categories: Categories): NamedCategory[] =>
  Object.entries(categories)
    .map(([name, category]) => ({ ...category, name }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        Number(a.name === REST) - Number(b.name === REST) ||
        a.name.localeCompare(b.name, 'en'),
    );

/** Returns the categories that fit into a chart. */
export const chartCategories = (all: Categories) => byCount(all).slice(0, MAX_CHART);

/** Returns the categories that the breakdown shows. */
export const topCategories = (all: Categories) => byCount(all).slice(0, MAX_BREAKDOWN);
