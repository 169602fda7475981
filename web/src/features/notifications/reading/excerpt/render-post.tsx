import type { ReactNode } from 'react';
import Markdown, { type Components, defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';

import type { Span } from '@/lib/highlight';

import { cutTree } from './cut-tree';
import { ForeignLink } from './foreign-link';
import { imagesAsLinks } from './images-as-links';
import { markMatches } from './mark-matches';
import { isParsable } from './parsable';
import { renderPlain } from './render-plain';
import { sourcePart } from './source-part';

const heading = ({ children }: { children?: ReactNode }) => (
  <p className="font-semibold">{children}</p>
);

const components: Components = {
  a: ({ href, title, children }) => (
    <ForeignLink href={href} title={title}>
      {children}
    </ForeignLink>
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  // The page has its own headings.
  ...{ h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading },
};

export type PostText = {
  /** Markdown. Raw HTML in it is shown as text, and images as links. */
  text: string;
  /** Matches in `text`, sorted and not overlapping. */
  spans: readonly Span[];
  /** The base URL of links without a host. */
  baseUrl: string;
};

export type RenderedPost = {
  content: ReactNode;
  /** Whether part of the text is cut off. */
  isCut: boolean;
  /** Whether a match is visible. */
  isMatchShown: boolean;
  /** The matches that formatting hides, for instance in a link's address. */
  hidden: Span[];
};

/** Renders a post, or `length` characters of it around its first match. */
export function renderPost({ text, spans, baseUrl }: PostText, length?: number): RenderedPost {
  const around = spans[0]?.start;
  const { from, to } =
    length === undefined ? { from: 0, to: text.length } : sourcePart(text, around ?? 0);
  if (!isParsable(text.slice(from, to), length !== undefined)) {
    return { ...renderPlain(text, spans, length), isMatchShown: spans.length > 0, hidden: [] };
  }
  const inside = spans
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start - from, end: end - from }));
  const source = text.slice(from, to);
  const rendered: RenderedPost = { content: null, isCut: false, isMatchShown: false, hidden: [] };
  const mark = markMatches(source, inside, (hidden) => {
    rendered.isMatchShown = hidden.length < inside.length;
    rendered.hidden = hidden.map(({ start, end }) => ({ start: start + from, end: end + from }));
  });
  const ends = { moreBefore: from > 0, moreAfter: to < text.length };
  const cut =
    length !== undefined &&
    cutTree({ length, around: inside[0]?.start, ...ends }, (isCut) => {
      rendered.isCut = isCut;
    });
  // The component has no hooks. Called directly, it has run before its results are read.
  rendered.content = Markdown({
    children: source,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [imagesAsLinks, mark, ...(cut ? [cut] : [])],
    urlTransform: (url) =>
      URL.canParse(url, baseUrl) ? defaultUrlTransform(new URL(url, baseUrl).href) : '',
    components,
  });
  return rendered;
}
