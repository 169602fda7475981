import { SearchX } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { paths } from '@/config/paths';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { isSite } from '@/lib/places';

/** Replaces the page of a place that none of the user's active keywords names. */
export function NotWatched({ place }: { place: string }) {
  const labelOf = usePlaceLabel([place]);
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={`You do not watch ${isSite(place) ? labelOf(place) : 'this subreddit'}`}
        text="None of your active keywords names it. Once one does, its coverage is shown here."
        action={
          <ButtonLink variant="secondary" to={paths.keywords}>
            Go to your keywords
          </ButtonLink>
        }
      />
    </Card>
  );
}
