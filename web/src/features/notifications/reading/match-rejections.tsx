import type { Explanation, Notification } from '@/api/types';

import { MatchPlaces } from './match-places';

type MatchRejectionsProps = {
  rejections: Explanation['rejections'];
  post: Notification['redditPost'];
};

/** Lists what rejects a post, each reason with the text that does not count. */
export function MatchRejections({ rejections, post }: MatchRejectionsProps) {
  return (
    <ul className="mt-2.5 grid grid-cols-1 gap-2.5">
      {rejections.map(({ text, spans }, index) => (
        <li key={index}>
          <p className="text-ink-soft">{text}</p>
          <MatchPlaces post={post} spans={spans} />
        </li>
      ))}
    </ul>
  );
}
