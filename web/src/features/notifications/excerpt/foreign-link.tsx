import type { ReactNode } from 'react';

type ForeignLinkProps = { href?: string; title?: string; children?: ReactNode };

/** A link that a stranger wrote. One that leads nowhere safe is only its text. */
export function ForeignLink({ href, title, children }: ForeignLinkProps) {
  if (!href) return children;
  return (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
