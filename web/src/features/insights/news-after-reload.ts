import { showToast } from '@/lib/toasts';

const KEY = 'aiInsightsGenerated';
const TITLE = 'AI insights generated successfully!';

/** Reports a success just before the page reloads, which would discard the message. */
export function announceSuccess(): void {
  showToast({ id: 'insights', type: 'success', title: TITLE });
  sessionStorage.setItem(KEY, 'true');
}

/** Returns whether a success is still to be reported, which means that the result is new. */
export const hasNews = () => sessionStorage.getItem(KEY) !== null;

/** Reports the success again after the reload. */
export function repeatSuccess(): void {
  if (!hasNews()) return;
  sessionStorage.removeItem(KEY);
  showToast({ id: 'insights', type: 'success', title: TITLE });
}
