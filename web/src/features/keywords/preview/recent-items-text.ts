import { counted } from '@/lib/number';

/** "1 recent item", "10 recent items". */
export function recentItemsText(items: number): string {
  return counted(items, 'recent item');
}
