import type { MatchReason, Notification } from '@/api/types';
import { numberText } from '@/lib/number';

import { byField } from './match-fields';
import { MatchPlaces } from './match-places';

/** The maximum number of matches that the server lists for one part. */
const MAX_PLACES = 50;

type MatchReasonsProps = {
  reasons: readonly MatchReason[];
  /** Whether the keyword is the only part, which need not be repeated. */
  single: boolean;
  post: Notification['redditPost'];
};

/** Lists the parts of a rule that hold, each with its matches. */
export function MatchReasons({ reasons, single, post }: MatchReasonsProps) {
  return (
    <ul className="mt-2.5 grid grid-cols-1 gap-2.5">
      {reasons.map((reason, index) => (
        <li key={index}>
          <p className="text-ink-faint">
            {!single && (
              <code className="mr-1 font-mono text-[0.8125rem] text-ink">{reason.rule}</code>
            )}
            {`${single ? '' : ' '}${whereText(reason, post)}`}
          </p>
          <MatchPlaces post={post} spans={reason.spans} />
        </li>
      ))}
    </ul>
  );
}

function whereText({ rule, spans }: MatchReason, post: Notification['redditPost']): string {
  if (spans.length === 0) return rule.startsWith('-') ? 'does not appear' : 'matches';
  const found = byField(post, spans).map(
    ({ name, spans: { length } }) =>
      `in ${name}${length > 1 ? `, ${numberText(length)} times` : ''}`,
  );
  const all = found.length > 0 ? found.join(' and ') : 'appears';
  return spans.length < MAX_PLACES ? all : `${all}, or more`;
}
