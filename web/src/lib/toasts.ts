import { create } from 'zustand';

export type ToastType = 'success' | 'error' | 'warning' | 'info' | 'rate-limit';

export type Toast = {
  id: string;
  type: ToastType;
  title: string;
  text?: string;
  /** A link to more details; `external` opens a new tab. */
  link?: { label: string; href: string; external?: boolean };
  /** The ids of what it is about, for what says the same elsewhere. */
  about?: readonly string[];
  /** A button, for instance to undo; pressing it also dismisses the toast. */
  action?: { label: string; onAction: () => void };
  /** Stays until dismissed, because its cause persists. */
  lasts?: boolean;
  /** The failure that it reports, which may have an id in the server's log. */
  error?: unknown;
  /** For `rate-limit`: when calls are allowed again, in ms since the epoch. */
  retryAt?: number;
};

/** How long toasts stay, in ms. */
export const toastDurationMs: Record<ToastType, number> = {
  success: 5_000,
  error: 8_000,
  warning: 6_000,
  info: 5_000,
  'rate-limit': 10_000,
};

const MAX_SHOWN = 3;
let nextId = 0;

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

/** Shows a toast; it replaces a shown toast with the same id. */
export function showToast(toast: Omit<Toast, 'id'> & { id?: string }): string {
  const id = toast.id ?? `toast-${nextId++}`;
  useToasts.setState(({ toasts }) => {
    const all = [...toasts.filter((shown) => shown.id !== id), { ...toast, id }];
    const passing = all.filter(({ lasts }) => !lasts);
    const gone = passing.slice(0, Math.max(0, all.length - MAX_SHOWN));
    return { toasts: all.filter((shown) => !gone.includes(shown)) };
  });
  return id;
}

export function dismissToast(id: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
