/** A few facts in large type, which spares readers from searching the text for them. */
export function Glance({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <div className="@container mt-10">
      <dl
        aria-label="At a glance"
        className="grid grid-cols-2 @max-[15rem]:grid-cols-1 overflow-hidden rounded-card border border-line bg-surface shadow-card lg:grid-cols-4"
      >
        {facts.map(([what, value]) => (
          <div
            key={what}
            className="flex flex-col-reverse justify-end border-line p-5 not-first:border-l max-lg:[&:nth-child(n+3)]:border-t max-lg:[&:nth-child(odd)]:border-l-0 @max-[15rem]:border-l-0! @max-[15rem]:not-first:border-t sm:p-6"
          >
            <dt className="mt-1 text-sm text-ink-faint">{what}</dt>
            <dd className="font-display text-xl font-semibold tracking-tight sm:text-2xl">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
