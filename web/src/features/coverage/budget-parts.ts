import type { RequestBudgetUse } from '@/api/types';
import { counted, numberText } from '@/lib/number';

type BudgetPart = { key: string; label: string; count: number };

/** Returns the requests by purpose, and those that are left. */
export function budgetParts(budget: RequestBudgetUse): BudgetPart[] {
  const parts = [
    { key: 'polls', label: 'Reading new posts and comments', count: budget.polls },
    { key: 'fills', label: 'Catching up on what was missed', count: budget.fills },
    { key: 'looks', label: 'Checking for deletions', count: budget.looks },
    { key: 'names', label: 'Checking subreddits', count: budget.names },
    { key: 'people', label: 'Searches and checks by users', count: budget.people },
  ];
  const free = Math.max(0, budget.allowed - usedOf(budget));
  return [...parts, { key: 'free', label: 'Free', count: free }];
}

/** Returns "In the last 10 minutes, Harken used 412 of the 1,000 requests that Reddit allows." */
export function budgetText(budget: RequestBudgetUse): string {
  const used = usedOf(budget);
  const allowed = numberText(budget.allowed);
  return `In the last ${numberText(budget.minutes)} minutes, Harken used ${numberText(used)} of the ${allowed} requests that Reddit allows.`;
}

/** Says that the requests do not suffice to read each listing as often as planned; null if they do. */
export function lateText({ lateSeconds }: RequestBudgetUse): string | null {
  if (lateSeconds === 0) return null;
  const minutes = counted(Math.max(1, Math.round(lateSeconds / 60)), 'minute');
  return `Reading falls behind: some subreddits are read ${minutes} later than planned.`;
}

/** Explains why matches are removed early; null if they are not. */
export function keptText({ keptDays, minutes, looksNeeded }: RequestBudgetUse): string | null {
  if (keptDays >= MAX_KEPT_DAYS) return null;
  const needed = numberText(looksNeeded);
  return `Harken removes what is deleted on Reddit within two days. Checking for that takes ${needed} requests in ${numberText(minutes)} minutes. To leave room for that, matches are kept for about ${numberText(keptDays)} days instead of ${numberText(MAX_KEPT_DAYS)}.`;
}

const MAX_KEPT_DAYS = 90;

const usedOf = ({ polls, fills, looks, names, people }: RequestBudgetUse) =>
  polls + fills + looks + names + people;
