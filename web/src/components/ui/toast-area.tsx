import { useModalOpen } from '@/lib/modal';
import { dismissToast, useToasts } from '@/lib/toasts';

import { ToastCard } from './toast-card';

/**
 * The toasts, where they cover the least: on wide screens at the bottom right, since the buttons of
 * a page are at its top, on narrow ones below the bar, since those of a dialog are at the bottom. The
 * region is always in the page, so that screen readers announce what appears in it.
 */
export function ToastArea() {
  const modal = useModalOpen();
  const toasts = useToasts((state) => state.toasts).filter(
    ({ waitsForDialog }) => !(modal && waitsForDialog),
  );
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      data-toasts
      className="pointer-events-none print:hidden fixed top-18 right-4 lg:top-auto lg:bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-3"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => dismissToast(toast.id)} />
      ))}
    </section>
  );
}
