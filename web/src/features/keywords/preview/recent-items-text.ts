import { counted } from '@/lib/number';

/** Returns "1 recent item" or "10 recent items". */
export function recentItemsText(items: number): string {
  return counted(items, 'recent item');
}
