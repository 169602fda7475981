type FactsProps = { facts: readonly (readonly [name: string, value: string])[] };

/** What is known, each under its name. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid gap-3">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
