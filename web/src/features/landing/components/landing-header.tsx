import { Link } from 'react-router';

import { ButtonLink } from '@/components/ui/button-link';
import { Logo } from '@/components/ui/logo';
import { paths } from '@/config/paths';
import { site } from '@/config/site';

const linkClassName =
  'rounded-control px-3 py-2 text-sm font-semibold text-ink-soft hover:text-ink';

export function LandingHeader() {
  return (
    <header className="relative z-10 mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-5 py-5 sm:px-8">
      <Logo />
      <nav aria-label="Page" className="ml-6 hidden md:flex">
        <Link to="#features" className={linkClassName}>
          Features
        </Link>
        <Link to="#how-it-works" className={linkClassName}>
          How it works
        </Link>
        {site.plansOn && (
          <Link to="#pricing" className={linkClassName}>
            Pricing
          </Link>
        )}
      </nav>
      <nav aria-label="Account" className="ml-auto flex flex-wrap items-center gap-1 sm:gap-3">
        <ButtonLink variant="ghost" size="sm" to={paths.login}>
          Sign In
        </ButtonLink>
        {site.registrationOpen && (
          <ButtonLink size="sm" to={paths.register}>
            Get Started
          </ButtonLink>
        )}
      </nav>
    </header>
  );
}
