import type { RequestBudgetUse } from '@/api/types';

export type BudgetPart = { key: string; label: string; count: number };

/** What requests are made for, and how many are left. */
export function budgetParts(budget: RequestBudgetUse): BudgetPart[] {
  const parts = [
    { key: 'polls', label: 'Reading new posts and comments', count: budget.polls },
    { key: 'fills', label: 'Reading again what was missed', count: budget.fills },
    { key: 'looks', label: 'Checking for deletions', count: budget.looks },
    { key: 'names', label: 'Checking subreddits', count: budget.names },
    { key: 'people', label: 'People’s questions', count: budget.people },
  ];
  const free = Math.max(0, budget.allowed - usedOf(budget));
  return [...parts, { key: 'free', label: 'Free', count: free }];
}

/** "412 of the 1,000 requests that Reddit allows in 10 minutes were used." */
export function budgetText(budget: RequestBudgetUse): string {
  const used = usedOf(budget);
  const allowed = budget.allowed.toLocaleString('en');
  return `In the last ${budget.minutes} minutes, Harken used ${used.toLocaleString('en')} of the ${allowed} requests that Reddit allows.`;
}

/** Why matches go before their time; null if they do not. */
export function keptText({ keptDays, minutes, looksNeeded }: RequestBudgetUse): string | null {
  if (keptDays >= MAX_KEPT_DAYS) return null;
  const needed = looksNeeded.toLocaleString('en');
  return `What is deleted on Reddit is removed here within two days, and checking for that takes ${needed} requests in ${minutes} minutes. So that it stays possible, matches are kept for about ${keptDays} days instead of ${MAX_KEPT_DAYS}.`;
}

const MAX_KEPT_DAYS = 90;

const usedOf = ({ polls, fills, looks, names, people }: RequestBudgetUse) =>
  polls + fills + looks + names + people;
