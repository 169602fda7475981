import type { AdminUser, AdminUserUsage } from '@/api/types';
import { Skeleton } from '@/components/ui/skeleton';
import { dateText, dateTimeText } from '@/lib/dates';
import { numberText } from '@/lib/number';

type UserFactsProps = { user: AdminUser; usage: AdminUserUsage | undefined };

/** The facts and the usage of an account, in numbers only. */
export function UserFacts({ user, usage }: UserFactsProps) {
  const used = (count: number | undefined) => (count === undefined ? null : numberText(count));
  const facts: [label: string, value: string | null][] = [
    ['Created', dateText(user.createdAt)],
    ['Last seen', user.lastSeenAt === null ? 'Not lately' : dateTimeText(user.lastSeenAt)],
    ['Active keywords', numberText(user.keywords)],
    ['Matches in 30 days', used(usage?.matches)],
    ['Messages waiting', used(usage?.messagesWaiting)],
    ['Messages failed', used(usage?.messagesFailed)],
    ...(user.suspendedAt === null
      ? []
      : [['Suspended', dateTimeText(user.suspendedAt)] satisfies [string, string]]),
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right font-semibold tabular-nums">
            {value ?? <Skeleton className="h-4 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
