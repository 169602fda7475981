import { Button } from '@/components/ui/button';
import { LogoMark } from '@/components/ui/logo';

/** Shown when someone is signed in, but the server does not answer and no user is stored. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main role="alert" className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <title>Harken</title>
      <LogoMark className="mx-auto size-11" />
      <h1 className="text-2xl">Harken cannot be reached</h1>
      <p className="text-ink-soft">Check your connection, then try again.</p>
      <Button onClick={onRetry} className="mx-auto">
        Try again
      </Button>
    </main>
  );
}
