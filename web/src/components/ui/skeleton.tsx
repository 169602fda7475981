import { clsx } from 'clsx';

/** A grey placeholder for text. The region around it has `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('block animate-pulse-soft rounded-md bg-line', className ?? 'h-4 w-full')}
    />
  );
}

/** A placeholder for a list; `label` says to screen readers what is loading. */
export function RowSkeletons({ label, rows }: { label: string; rows: number }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid gap-2.5 px-5 py-4.5">
          <Skeleton className={clsx('h-4', row % 2 ? 'w-1/2' : 'w-2/3')} />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      ))}
    </div>
  );
}
