import { numberText } from '@/lib/number';
import { showToast } from '@/lib/toasts';

/** Returns "You have reached your daily limit of 5 AI insights". */
export const limitText = (dailyLimit: number) =>
  `You have reached your daily limit of ${numberText(dailyLimit)} AI insights`;

/** Warns that the daily limit has been reached. */
export function warnOfLimit(dailyLimit: number): void {
  const title = `${limitText(dailyLimit)}. Please try again tomorrow.`;
  showToast({ type: 'warning', title });
}
