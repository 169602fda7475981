import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = { icon: LucideIcon; title: string; text?: string; action?: ReactNode };

/** What stands where a list has nothing to show, and what to do about it. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-brand-soft text-brand-text">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-sm text-ink-faint">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
