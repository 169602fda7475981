import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** Explains why there is nothing. */
  text?: string;
  /** Says what will be here. */
  outlook?: string;
  /** The one next step. */
  action?: ReactNode;
};

/** A placeholder for an empty list, with the next step to take. */
export function EmptyState({ icon: Icon, title, text, outlook, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-brand-soft text-brand-text">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-sm text-ink-faint">{text}</p>}
      {outlook && <p className="mt-2 max-w-sm text-ink-faint">{outlook}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
