import { ArrowLeft, ArrowRight, Puzzle, RotateCw } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { LogoMark } from '@/components/ui/logo';

/** Announces the browser extension, which is not available yet. */
export function Extension() {
  return (
    <section
      id="extension"
      tabIndex={-1}
      aria-labelledby="extension-title"
      className="border-y border-line bg-surface py-20 focus:outline-none sm:py-24"
    >
      <div className="mx-auto grid w-full max-w-6xl items-center gap-x-16 gap-y-10 px-5 sm:px-8 lg:grid-cols-2">
        <div className="max-w-xl">
          <Badge tone="signal">Coming soon</Badge>
          <h2 id="extension-title" className="mt-4 text-[min(2rem,11.5vw)] sm:text-[2.5rem]">
            Browser extension
          </h2>
          <p className="mt-4 text-lg text-ink-soft">
            Matches in the toolbar of your browser, and a new keyword from any text you select. It
            is not available yet, and it is not part of any plan.
          </p>
        </div>
        <BrowserPicture />
      </div>
    </section>
  );
}

function BrowserPicture() {
  return (
    <div
      aria-hidden
      className="overflow-hidden rounded-card border border-line bg-canvas shadow-card"
    >
      <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-3 text-ink-faint">
        <ArrowLeft className="size-4" />
        <ArrowRight className="size-4" />
        <RotateCw className="size-4" />
        <span className="h-7 flex-1 rounded-full border border-line bg-surface" />
        <Puzzle className="size-4.5" />
        <span className="relative">
          <LogoMark className="size-6" />
          <span className="absolute -top-2 -right-2 grid size-4.5 place-items-center rounded-full bg-signal text-[0.6875rem] font-bold text-[#10201b]">
            2
          </span>
        </span>
      </div>
      <div className="grid h-44 gap-3 p-5">
        <span className="h-3 w-2/5 rounded-full bg-line" />
        <span className="h-3 w-3/5 rounded-full bg-line" />
        <div className="ml-auto w-64 self-end rounded-control border border-line bg-surface px-4 py-3 text-sm shadow-float">
          <p className="text-xs font-semibold text-ink-faint">r/selfhosted • Just now</p>
          <p className="mt-0.5 font-semibold">
            A <mark>status page</mark> that runs anywhere?
          </p>
        </div>
      </div>
    </div>
  );
}
