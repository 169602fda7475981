import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { useLeaveFocus } from '@/lib/use-leave-focus';

const tones = { bad: 'bg-bad-soft text-bad', info: 'bg-info-soft text-info' };

type BannerProps = {
  tone?: keyof typeof tones;
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** The buttons. */
  children: ReactNode;
};

/** A message above every screen that stays until the user has dealt with it. */
export function Banner({ tone = 'bad', icon: Icon, title, text, children }: BannerProps) {
  const banner = useLeaveFocus<HTMLElement>(() => [document.querySelector('main')]);
  return (
    <section
      ref={banner}
      aria-label={title}
      className={clsx(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-5 py-4 sm:mb-6',
        tones[tone],
      )}
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
