import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { useLeaveFocus } from '@/lib/use-leave-focus';

import { IconButton } from './icon-button';

const tones = { bad: 'bg-bad-soft text-bad', info: 'bg-info-soft text-info' };

type BannerProps = {
  tone?: keyof typeof tones;
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** The buttons. */
  children: ReactNode;
};

/**
 * A message above every screen, in one line that opens, which stays until the user has dealt with it. On phones it
 * has its buttons once it is open.
 */
export function Banner({ tone = 'bad', icon: Icon, title, text, children }: BannerProps) {
  const banner = useLeaveFocus<HTMLElement>(() => [document.querySelector('main')]);
  const [isOpen, setOpen] = useState(false);
  const does = isOpen ? 'Close' : 'Open';
  return (
    <section
      ref={banner}
      aria-label={title}
      className={clsx(
        'mb-3 flex items-center gap-x-3 rounded-card py-1.5 pr-1.5 pl-4',
        isOpen && 'flex-wrap',
        tones[tone],
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <div
        role="alert"
        className={clsx(
          'min-w-0 flex-1',
          isOpen ? 'basis-56' : 'sm:flex sm:items-baseline sm:gap-2',
        )}
      >
        <p className={clsx('font-semibold', isOpen ? 'break-words' : 'truncate sm:shrink-0')}>
          {title}
        </p>
        <div
          className={clsx(
            'text-sm break-words',
            !isOpen && 'max-h-[1lh] min-w-0 truncate',
            !isOpen && tone === 'bad' && 'max-sm:hidden',
          )}
        >
          {text}
        </div>
      </div>
      <div className={clsx('flex flex-wrap gap-2', !isOpen && 'max-sm:hidden')}>{children}</div>
      <IconButton
        icon={isOpen ? ChevronUp : ChevronDown}
        name={`${does}: ${title}`}
        words={does}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="text-current!"
      />
    </section>
  );
}
