import { useLayoutEffect, useRef } from 'react';

import { dismissToast, useToasts } from '@/lib/toasts';

import { ToastCard } from './toast-card';

/**
 * The toasts, placed where nothing else is: above the foot of the menu on wide screens, in the bar
 * on narrow ones, and at the top of pages without either. The layout reserves their height
 * (`--toasts` in `index.css`), so they never cover anything. The region is always in the page, so
 * that screen readers announce what appears in it.
 */
export function ToastArea() {
  const toasts = useToasts((state) => state.toasts);
  const area = useRef<HTMLElement>(null);
  // Both before the paint: for changes of the list, and for text that wraps differently.
  useLayoutEffect(() => tellHeight(area.current), [toasts]);
  useLayoutEffect(() => followHeight(area.current), []);
  return (
    <section
      ref={area}
      aria-label="Messages"
      aria-live="polite"
      data-toasts
      className="pointer-events-none fixed inset-x-0 top-0 z-60 mx-auto grid max-w-md gap-1.5 p-2 empty:p-0 max-lg:framed:py-1 max-lg:framed:empty:py-0 framed:right-[clamp(0px,(100vw-18rem)*999,6.5rem)] framed:max-w-none lg:framed:top-auto lg:framed:right-auto lg:framed:bottom-(--sidebar-foot) lg:framed:w-(--sidebar) print:hidden"
    >
      {toasts.map((toast, index) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          short={index < toasts.length - 1}
          onDismiss={() => dismissToast(toast.id)}
        />
      ))}
    </section>
  );
}

/** Reports the area's height to the layout. */
function tellHeight(area: HTMLElement | null) {
  document.documentElement.style.setProperty('--toasts', `${area?.offsetHeight ?? 0}px`);
}

function followHeight(area: HTMLElement | null): () => void {
  const observer = new ResizeObserver(() => tellHeight(area));
  if (area) observer.observe(area);
  return () => {
    observer.disconnect();
    document.documentElement.style.removeProperty('--toasts');
  };
}
