import { BookOpenCheck } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { paths } from '@/config/paths';

/** Replaces the list of subreddits if no active keyword names one. */
export function NothingNamed({ hasActive }: { hasActive: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={BookOpenCheck}
        title={hasActive ? 'No active keyword names a subreddit' : 'No keyword is active'}
        text={
          hasActive
            ? 'Each subreddit that a keyword names is listed here, and all of its posts and comments are read.'
            : 'Harken reads the subreddits that your active keywords watch. This page shows how well.'
        }
        action={
          <ButtonLink variant={hasActive ? 'secondary' : 'primary'} to={`${paths.keywords}?add`}>
            Add a keyword
          </ButtonLink>
        }
      />
    </Card>
  );
}
