import type { ReactNode } from 'react';

import { Waves } from '@/components/ui/waves';

/** Decoration beside the forms: waves and made-up examples of matches. */
export function ListeningPanel() {
  return (
    <aside
      aria-hidden
      className="relative hidden overflow-hidden bg-[#0a4a41] text-white lg:flex lg:flex-col lg:justify-center"
    >
      <Waves
        box={[700, 900]}
        centre={[640, 120]}
        radii={[120, 200, 290, 390, 500, 620]}
        className="absolute inset-0 size-full text-[#bfe6da]"
      />
      <div className="relative mx-auto grid w-full max-w-lg gap-4 px-10 pt-24">
        <p className="mb-4 max-w-sm font-display text-[2.5rem] leading-[1.1] font-semibold tracking-tight">
          Hear it the moment someone says it.
        </p>
        <Example where="r/selfhosted" when="Just now">
          Looking for a small <mark>status page</mark> I can run on one machine
        </Example>
        <Example where="r/webdev" when="2h ago" inset>
          What do you use for a <mark>status page</mark> these days?
        </Example>
      </div>
    </aside>
  );
}

type ExampleProps = { where: string; when: string; inset?: boolean; children: ReactNode };

function Example({ where, when, inset = false, children }: ExampleProps) {
  return (
    <div
      className={`rounded-card border border-white/12 bg-white/8 px-5 py-4 [&_mark]:bg-signal [&_mark]:text-[#10201b] ${inset ? 'ml-10 opacity-80' : ''}`}
    >
      <p className="flex justify-between text-sm text-white/75">
        <span className="font-semibold">{where}</span>
        <span>{when}</span>
      </p>
      <p className="mt-1 text-base">{children}</p>
    </div>
  );
}
