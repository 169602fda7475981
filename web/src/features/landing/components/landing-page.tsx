import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { Logo } from '@/components/ui/logo';
import { Waves } from '@/components/ui/waves';
import { paths } from '@/config/paths';
import { publicPageTitle } from '@/config/public-pages';

export default function LandingPage() {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <title>{publicPageTitle(paths.landing)}</title>
      <Waves
        box={[1200, 800]}
        centre={[1010, 330]}
        radii={[90, 170, 260, 360, 470, 590, 720]}
        className="absolute inset-0 -z-10 size-full translate-x-1/2 -translate-y-1/3 overflow-visible text-brand sm:translate-none"
      />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-5 py-6 sm:px-8">
        <Logo />
        <nav aria-label="Account" className="flex items-center gap-2 sm:gap-3">
          <Button asChild look="ghost" size="sm">
            <Link to={paths.login}>Sign In</Link>
          </Button>
          <Button asChild size="sm">
            <Link to={paths.register}>Get Started</Link>
          </Button>
        </nav>
      </header>
      <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col justify-center px-5 py-16 sm:px-8">
        <h1 className="max-w-3xl text-[2.75rem] leading-[1.05] sm:text-6xl">
          Hear it the moment someone says it.
        </h1>
        <p className="mt-6 max-w-xl text-lg text-ink-soft">
          Harken reads new posts and comments on Reddit and tells you when one of your keywords
          comes up: on your dashboard within moments, and by email.
        </p>
        <div className="mt-9">
          <Button asChild>
            <Link to={paths.register}>Start listening</Link>
          </Button>
        </div>
      </main>
      <footer className="mx-auto w-full max-w-6xl px-5 py-6 text-sm text-ink-faint sm:px-8">
        Harken is not affiliated with Reddit.
      </footer>
    </div>
  );
}
