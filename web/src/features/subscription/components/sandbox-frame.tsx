import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';

import { Card } from '@/components/ui/card';

type SandboxFrameProps = { title: string; children: ReactNode };

/** A page that stands where the payment provider's would be, and says that it is none. */
export function SandboxFrame({ title, children }: SandboxFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-5 sm:mt-6">
      <title>{`${title} · Sandbox · Harken`}</title>
      <div className="flex gap-3.5 rounded-card border-2 border-dashed border-signal bg-signal-soft px-5 py-4 text-signal-ink">
        <FlaskConical aria-hidden className="mt-0.5 size-5 shrink-0" />
        <p className="min-w-0">
          <strong className="font-semibold">Sandbox: nothing here is real.</strong> No money moves,
          nobody is charged and no card is asked for. On a server that sells Pro, the payment
          provider&apos;s own page takes this place.
        </p>
      </div>
      <Card className="p-5 sm:p-8">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </Card>
    </div>
  );
}
