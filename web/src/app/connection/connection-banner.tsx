import { CloudOff, type LucideIcon, WifiOff } from 'lucide-react';

import { useLiveState } from '@/lib/live/live-state';

import { useLasting } from './use-lasting';

/** A stream that is opened anew within this time is nothing to report. */
const UNNOTICED_MS = 4_000;

/**
 * Says that the page is cut off, and that it mends itself. It lies over the page, so that nothing
 * moves when it comes and goes; the region is always there for screen readers to follow.
 */
export function ConnectionBanner() {
  const status = useLiveState((state) => state.status);
  const waiting = useLasting(status === 'connecting', UNNOTICED_MS);
  return (
    <div
      role="status"
      aria-label="Connection"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex justify-center print:hidden"
    >
      {status === 'offline' && (
        <Banner
          icon={WifiOff}
          title="You are offline"
          text="What you see is from before. It catches up by itself once you are back."
        />
      )}
      {waiting && (
        <Banner
          icon={CloudOff}
          title="Reconnecting..."
          text="New matches show up again as soon as Harken answers."
        />
      )}
    </div>
  );
}

type BannerProps = { icon: LucideIcon; title: string; text: string };

function Banner({ icon: Icon, title, text }: BannerProps) {
  return (
    <div className="pointer-events-auto flex max-w-lg animate-rise items-start gap-3 rounded-control bg-ink px-4 py-3 text-sm text-canvas shadow-float">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <p>
        <strong className="font-semibold">{title}</strong>{' '}
        <span className="opacity-80">{text}</span>
      </p>
    </div>
  );
}
