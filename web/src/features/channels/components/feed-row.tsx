import type { FeedAddresses } from '@/api/types';
import { CopyButton } from '@/components/ui/copy-button';

const formats = { rss: 'RSS', atom: 'Atom', json: 'JSON' } as const;
const names = Object.keys(formats) as (keyof typeof formats)[];

type FeedRowProps = {
  label: string;
  /** The feed's content, for use within a sentence. */
  about: string;
  /** A description of the feed. */
  hint?: string;
  feed: FeedAddresses;
};

/** A feed with its address in each format. */
export function FeedRow({ label, about, hint, feed }: FeedRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
        <p dir="auto" className="text-left font-semibold">
          {label}
        </p>
        {hint && <p className="text-sm text-ink-faint">{hint}</p>}
      </div>
      <span role="group" aria-label={`Addresses for ${about}`} className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <CopyButton
            key={name}
            text={feed[name]}
            what={`The ${formats[name]} address for ${about}`}
            aria-label={`Copy ${formats[name]}`}
          >
            {formats[name]}
          </CopyButton>
        ))}
      </span>
    </li>
  );
}
