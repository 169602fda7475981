import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

import { Logo } from '@/components/ui/logo';
import { paths } from '@/config/paths';

/** The header of public pages other than the landing page: the logo and a link back there. */
export function PublicHeader() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 py-5">
      <Link to={paths.landing} aria-label="Harken home" className="flex rounded-control">
        <Logo />
      </Link>
      <Link
        to={paths.landing}
        className="flex items-center gap-2 rounded-control py-2 text-sm font-semibold text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Back to home
      </Link>
    </header>
  );
}
