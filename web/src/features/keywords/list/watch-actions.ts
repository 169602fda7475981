import type { Watch } from '@/api/types';

/** What can be done with each watch of the list. */
export type WatchActions = {
  /** Selects it for an action on several watches, or no longer. */
  onChoose: (id: string) => void;
  onToggle: (watch: Watch) => void;
  /** Snoozes its alerts until then; null ends the snooze. */
  onSnooze: (watch: Watch, until: string | null) => void;
  onEdit: (watch: Watch) => void;
  onDelete: (watch: Watch) => void;
};
