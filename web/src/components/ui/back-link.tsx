import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

type BackLinkProps = {
  to: string;
  /** The title of the parent page. */
  children: string;
};

/** A link to the parent page, above the heading. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className="inline-flex w-fit items-center gap-1.5 text-sm font-semibold text-brand-text underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
