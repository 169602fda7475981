import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

type BackLinkProps = {
  to: string;
  /** What the page is called that it leads back to. */
  children: string;
};

/** Above a page's heading: the way back to the page that it belongs to. */
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
