import { useState } from 'react';

import type { CitedPost } from '@/api/types';
import { PlaceName } from '@/entities/feed/place-name';
import { decodeEntities } from '@/lib/html-entities';

import { cutTitle } from '../titles';

/** A link to a post. A long title is cut until the user expands it. */
export function PostTitle({ post }: { post: CitedPost }) {
  const [whole, setWhole] = useState(false);
  const title = decodeEntities(post.title);
  const cut = cutTitle(title);
  return (
    <li className="min-w-0 text-sm">
      <a
        dir="auto"
        href={post.url}
        target="_blank"
        rel="noreferrer"
        title={cut !== null && !whole ? title : undefined}
        className="font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-brand"
      >
        {whole || cut === null ? title : cut}
      </a>
      {cut !== null && (
        <>
          {' '}
          <button
            type="button"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
            className="min-h-6 font-semibold whitespace-nowrap text-brand-text underline-offset-4 hover:underline print:hidden"
          >
            {whole ? 'Show less' : 'Show full title'}
            <span className="sr-only">{`: ${cut}`}</span>
          </button>
        </>
      )}
      <span className="block text-xs text-ink-faint">
        <PlaceName place={post.subreddit} />
      </span>
    </li>
  );
}
