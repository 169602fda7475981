import type { ReactNode } from 'react';

type ForeignLinkProps = { href?: string; title?: string; children?: ReactNode };

/** A link from untrusted text. Without a safe address, only its text is shown. */
export function ForeignLink({ href, title, children }: ForeignLinkProps) {
  if (!href) return children;
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
