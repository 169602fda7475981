import { numberText } from '@/lib/number';
import { showToast } from '@/lib/toasts';

/** "You have reached your daily limit of 5 AI insights" */
export const limitText = (dailyLimit: number) =>
  `You have reached your daily limit of ${numberText(dailyLimit)} AI insights`;

/** Says why nothing is made. */
export function warnOfLimit(dailyLimit: number): void {
  const title = `${limitText(dailyLimit)}. Please try again tomorrow.`;
  showToast({ type: 'warning', title });
}
