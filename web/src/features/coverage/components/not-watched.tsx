import { SearchX } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { paths } from '@/config/paths';
import { isSite, placeLabel } from '@/lib/places';

/** Replaces the page of a place that none of the user's active keywords names. */
export function NotWatched({ place }: { place: string }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={`You do not watch ${isSite(place) ? placeLabel(place) : 'this subreddit'}`}
        text="None of your active keywords names it. Once one does, its coverage is shown here."
        action={
          <Button asChild variant="secondary">
            <Link to={paths.keywords}>Go to your keywords</Link>
          </Button>
        }
      />
    </Card>
  );
}
