import { decodeEntities } from '@/lib/html-entities';
import { numberText } from '@/lib/number';

import { rangeText } from '../dates';
import type { Evidence } from '../evidence';
import { useInsightContext } from '../insight-context';
import { discussionsText } from '../numbers';

/** Shows how many discussions support a statement, their dates, and links to some of them. */
export function EvidenceNote({ n, small, posts }: Evidence) {
  const { range, posts: cited } = useInsightContext();
  // A post that is gone from the forum is no longer cited.
  const links = posts.flatMap((id) => {
    const post = cited[id];
    return post ? [{ id, url: post.url, title: decodeEntities(post.title) }] : [];
  });
  return (
    <p className="mt-1 text-xs text-ink-faint">
      {`From ${discussionsText(n)}, ${rangeText(range)}`}
      {small && <span className="font-semibold text-warn">{' · small sample'}</span>}
      {links.length > 0 && ' · '}
      {links.map(({ id, url, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Post ${numberText(at + 1)}: ${title}`}
            title={title}
            className="font-semibold whitespace-nowrap text-brand-text underline underline-offset-2"
          >
            {`post ${numberText(at + 1)}`}
          </a>
        </span>
      ))}
    </p>
  );
}
