import { Link } from 'react-router';

import type { PlaceCoverage } from '@/api/types';
import { ButtonLink } from '@/components/ui/button-link';
import { SectionCard } from '@/components/ui/card';
import { coveragePlacePath, paths } from '@/config/paths';

import { KindRow } from './kind-row';

/** The coverage of r/all. */
export function EverythingCard({ everything }: { everything: PlaceCoverage }) {
  return (
    <SectionCard
      title="r/all: every subreddit"
      action={
        <ButtonLink variant="link" className="text-sm" to={coveragePlacePath('all')}>
          Hour by hour
        </ButtonLink>
      }
    >
      <div className="@container grid grid-cols-1 gap-5 px-5 py-4 @2xl:gap-3">
        <KindRow place={everything} kind="post" />
        <KindRow place={everything} kind="comment" />
        <p className="text-sm text-ink-faint">
          Reddit has more comments than it lets anyone read. To have Harken read every comment in a
          subreddit, name it{' '}
          <Link
            to={paths.keywords}
            className="font-semibold text-brand-text underline underline-offset-4"
          >
            in a keyword
          </Link>
          .
        </p>
      </div>
    </SectionCard>
  );
}
