import { useQuery } from '@tanstack/react-query';

import { setAsideQuery, setAsideText } from '@/entities/watch/set-aside';

/** Says how much is set aside of all keywords, and how much of it is relevant at most. */
export function SetAsideNote() {
  const { data, isPending } = useQuery(setAsideQuery());
  const all = data?.watches.filter(({ setAside, shown }) => setAside + shown > 0) ?? [];
  return (
    <div className="grid gap-1 px-1 text-sm text-ink-soft">
      <p>
        These are probably not relevant, by what you marked as not relevant and what you opened.
        They are in digests, and cause no alert of their own.
      </p>
      {isPending && <p className="h-5" />}
      {all.map((watch) => (
        <p key={watch.watchId}>
          <b className="font-semibold">{watch.keyword}</b>: {setAsideText(watch)}
        </p>
      ))}
    </div>
  );
}
