import { useMemo, useState } from 'react';

import type { Notification } from '@/api/types';
import { Button } from '@/components/ui/button';

import { PREVIEW_LENGTH } from '../list/preview-length';
import { HiddenMatches } from './excerpt/hidden-matches';
import { matchedText } from './excerpt/matched-text';
import { renderPost } from './excerpt/render-post';

/** The number of hidden matches listed below a whole text. */
const LISTED = 3;

const markdown =
  'grid grid-cols-1 gap-2.5 [&_:is(p,li,td,th)]:[unicode-bidi:plaintext] [&_a]:font-medium [&_a]:text-brand-text [&_a]:underline [&_a]:underline-offset-2 [&_blockquote]:border-s-2 [&_blockquote]:border-line-strong [&_blockquote]:ps-3 [&_blockquote]:text-ink-faint [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-[0.875em] [&_hr]:border-line [&_ol]:list-decimal [&_ol]:ps-5 [&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-3 [&_td]:border [&_td]:border-line [&_td]:px-2.5 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2.5 [&_th]:py-1 [&_th]:text-start [&_ul]:list-disc [&_ul]:ps-5';

type PostContentProps = {
  notification: Notification;
  /** Shows all of the text, as where there is enough space for it. */
  whole?: boolean;
};

/**
 * Shows the text of a post or comment: the part around the first match, then all of it on request.
 * Loaded on demand.
 */
export default function PostContent({ notification, whole = false }: PostContentProps) {
  const { redditPost, matches } = notification;
  const [expanded, setExpanded] = useState(false);
  const matched = useMemo(() => matchedText(notification), [notification]);
  const { text, spans, lost } = matched;
  const long = text.length > PREVIEW_LENGTH && !whole;
  const length = long && !expanded ? PREVIEW_LENGTH : undefined;
  const { content, isCut, isMatchShown, hidden } = useMemo(
    () => renderPost({ text, spans, baseUrl: redditPost.url }, length),
    [text, spans, redditPost.url, length],
  );
  const nothingShown = !isMatchShown && !matches.some(({ field }) => field === 'title');
  const listed = expanded || whole ? LISTED : nothingShown ? 1 : 0;
  return (
    <div className="mt-1.5 text-ink-soft">
      <div dir="auto" className={markdown}>
        {content}
      </div>
      <HiddenMatches source={text} spans={hidden.slice(0, listed)} />
      <HiddenMatches source={redditPost.content} spans={lost.slice(0, listed)} />
      {long && (isCut || expanded) && (
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
