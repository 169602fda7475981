import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** A decorative spinner; the text beside it says what is happening. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('animate-spin', className ?? 'size-4')} />;
}

/** Fills the screen while something essential loads. */
export function FullScreenSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <main className="grid min-h-dvh place-items-center text-brand">
      <div role="status" aria-label={label}>
        <Spinner className="size-8" />
      </div>
    </main>
  );
}
