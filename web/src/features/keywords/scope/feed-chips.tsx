import { useId, useState } from 'react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { numberText } from '@/lib/number';

import { SourceChip } from './source-chip';
import type { useSources } from './use-sources';

/** The number of feeds shown at first. */
const SHOWN = 5;

type FeedChipsProps = Pick<ReturnType<typeof useSources>, 'feeds' | 'hasNoFeeds' | 'toggle'>;

/** The followed feeds among the sources of a keyword, or a link to follow one. */
export function FeedChips({ feeds, hasNoFeeds, toggle }: FeedChipsProps) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  if (hasNoFeeds) {
    return (
      <p className="mt-2 text-sm text-ink-faint">
        Keywords can listen to feeds, too.{' '}
        <Link
          to={paths.feeds}
          className="font-semibold text-brand-text underline-offset-4 hover:underline"
        >
          Follow a feed
        </Link>
      </p>
    );
  }
  if (feeds.length === 0) return null;
  const shown = feeds.filter(({ on }, at) => showsAll || at < SHOWN || on);
  const more = feeds.length - shown.length;
  return (
    <div role="group" aria-labelledby={id} className="mt-3">
      <p id={id} className="mb-1.5 text-sm text-ink-soft">
        Feeds
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {shown.map(({ place, name, on }) => (
          <SourceChip key={place} name={name} on={on} onToggle={() => toggle(place)} />
        ))}
        {more > 0 && (
          <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            {`${numberText(more)} more`}
          </Button>
        )}
      </div>
    </div>
  );
}
