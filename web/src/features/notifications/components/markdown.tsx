import type { ReactNode } from 'react';
import Markdown, { type Components, defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';

import type { Span } from '@/lib/highlight';

import { markMatches } from '../mark-matches';

const heading = ({ children }: { children?: ReactNode }) => (
  <p className="font-semibold">{children}</p>
);

const components: Components = {
  a: ({ href, title, children }) => (
    <ForeignLink href={href} title={title}>
      {children}
    </ForeignLink>
  ),
  // Loading it would tell a stranger's server who reads this.
  img: ({ src, alt }) => (
    <ForeignLink href={typeof src === 'string' ? src : undefined}>
      {alt === undefined || alt === '' ? 'Image' : alt}
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

const className =
  'grid gap-2.5 [&_a]:font-medium [&_a]:text-brand-text [&_a]:underline [&_a]:underline-offset-2 [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-3 [&_blockquote]:text-ink-faint [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-[0.875em] [&_hr]:border-line [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-3 [&_td]:border [&_td]:border-line [&_td]:px-2.5 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2.5 [&_th]:py-1 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-5';

type PostMarkdownProps = {
  text: string;
  /** Matches in `text`. */
  spans: readonly Span[];
  /** Where links without a host lead from. */
  baseUrl: string;
};

/** A post's markdown. Raw HTML in it is shown as text, and images as links. */
export function PostMarkdown({ text, spans, baseUrl }: PostMarkdownProps) {
  return (
    <div className={className}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[markMatches(text, spans)]}
        urlTransform={(url) =>
          URL.canParse(url, baseUrl) ? defaultUrlTransform(new URL(url, baseUrl).href) : ''
        }
        components={components}
      >
        {text}
      </Markdown>
    </div>
  );
}

type ForeignLinkProps = { href?: string; title?: string; children?: ReactNode };

/** A link that a stranger wrote. One that leads nowhere safe is only its text. */
function ForeignLink({ href, title, children }: ForeignLinkProps) {
  if (!href) return children;
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
