type StatTileProps = { name: string; value: string; change: string | null };

/** A number and its change since the previous period. */
export function StatTile({ name, value, change }: StatTileProps) {
  return (
    <div className="rounded-control border border-line bg-sunken px-3 py-2">
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-xl font-semibold tabular-nums">{value}</span>
        {change && (
          <span className="text-xs font-semibold text-ink-faint">
            {change}
            <span className="sr-only"> compared with the period before</span>
          </span>
        )}
      </dd>
    </div>
  );
}
