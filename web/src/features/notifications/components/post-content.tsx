import { useMemo, useState } from 'react';

import type { Notification } from '@/api/types';
import { Button } from '@/components/ui/button';

import { hasHtml, htmlToMarkdown } from '../html-to-markdown';
import { PREVIEW_LENGTH, truncate } from '../truncate';
import { PostMarkdown } from './markdown';

/** What the post or comment says, shortened until more is asked for. Loaded when first needed. */
export default function PostContent({ notification }: { notification: Notification }) {
  const { redditPost, matches } = notification;
  const [expanded, setExpanded] = useState(false);
  const isHtml = hasHtml(redditPost.content);
  const text = useMemo(
    () => (isHtml ? htmlToMarkdown(redditPost.content) : redditPost.content),
    [isHtml, redditPost.content],
  );
  // The offsets of the matches do not hold in a converted text.
  const spans = isHtml ? [] : matches.filter(({ field }) => field === 'body');
  return (
    <div className="mt-1.5 text-ink-soft">
      <PostMarkdown
        text={expanded ? text : truncate(text)}
        spans={spans}
        baseUrl={redditPost.url}
      />
      {text.length > PREVIEW_LENGTH && (
        <Button
          variant="link"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          className="mt-1.5 text-sm!"
        >
          {expanded ? 'Show Less' : 'Show More'}
        </Button>
      )}
    </div>
  );
}
