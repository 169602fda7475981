import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { useLeaveFocus } from '@/lib/use-leave-focus';

type BannerProps = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** Its buttons. */
  children: ReactNode;
};

/** What a user has to know on every screen, until they have dealt with it. */
export function Banner({ icon: Icon, title, text, children }: BannerProps) {
  const banner = useLeaveFocus<HTMLElement>(() => [document.querySelector('main')]);
  return (
    <section
      ref={banner}
      aria-label={title}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-bad-soft px-5 py-4 text-bad sm:mb-6"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <div role="alert" className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{title}</p>
        <p className="text-sm break-words">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
