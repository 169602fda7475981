import type { PlaceCoverage } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { useSession } from '@/lib/http/session';

import { problemText } from '../place-problem';

/** Shows why a subreddit cannot be read; nothing if it can. */
export function PlaceProblem({ place }: { place: PlaceCoverage }) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const text = problemText(place, timeZone);
  if (text === null) return null;
  return (
    <Badge tone={place.problem ? 'bad' : 'neutral'} className="whitespace-normal!">
      {text}
    </Badge>
  );
}
