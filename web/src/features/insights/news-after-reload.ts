import { showToast } from '@/lib/toasts';

const KEY = 'aiInsightsGenerated';
const TITLE = 'AI insights generated successfully!';

/** Reports a success whose page is about to be loaded anew, which would take a message with it. */
export function announceSuccess(): void {
  showToast({ id: 'insights', type: 'success', title: TITLE });
  sessionStorage.setItem(KEY, 'true');
}

/** Whether a success is still to be reported: what is shown has just been made. */
export const hasNews = () => sessionStorage.getItem(KEY) !== null;

/** Reports it again once the page is back. */
export function repeatSuccess(): void {
  if (!hasNews()) return;
  sessionStorage.removeItem(KEY);
  showToast({ id: 'insights', type: 'success', title: TITLE });
}
