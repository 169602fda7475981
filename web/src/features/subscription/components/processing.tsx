import { Spinner } from '@/components/ui/spinner';

/** Shown while a payment is being confirmed. */
export function Processing() {
  return (
    <div
      role="status"
      className="grid h-[60dvh] place-content-center justify-items-center gap-4 text-center text-brand"
    >
      <title>Subscription · Harken</title>
      <Spinner className="size-8" />
      <h1 className="font-sans text-base font-normal tracking-normal text-ink-soft">
        Processing your subscription...
      </h1>
    </div>
  );
}
