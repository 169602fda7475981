import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import type { Watch } from '@/api/types';
import { paths } from '@/config/paths';
import { useSession } from '@/lib/http/session';

import { coverageText } from './coverage-text';
import { keywordCoverageQuery } from './keyword-coverage';

/** Shows how well the places of an active watch are read. Reserves its line until that is known. */
export function WatchCoverage({ watch }: { watch: Watch }) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const { data } = useQuery(keywordCoverageQuery);
  if (!watch.isActive || watch.pausedAt !== null) return null;
  const coverage = data?.keywords.find(({ watchId }) => watchId === watch._id);
  const text = coverage ? coverageText(coverage, timeZone) : null;
  return (
    <p className="mt-0.5 h-[1lh] truncate text-sm text-ink-faint">
      {text && (
        <Link
          to={paths.coverage}
          title={text}
          className="underline-offset-4 hover:text-ink hover:underline"
        >
          {text}
        </Link>
      )}
    </p>
  );
}
