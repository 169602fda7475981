import { clsx } from 'clsx';

/** A grey shape where text will be. The region around it carries `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('block animate-pulse-soft rounded-md bg-line', className ?? 'h-4 w-full')}
    />
  );
}

/** The shape of a list while it loads; `label` tells a screen reader what is coming. */
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
