import type { Explanation, Notification } from '@/api/types';

import { MatchPlaces } from './match-places';

type MatchRejectionsProps = {
  rejections: Explanation['rejections'];
  post: Notification['redditPost'];
};

/** What is against a post, each with what is there and does not count. */
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
