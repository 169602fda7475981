/** "1 recent item", "10 recent items". */
export function recentItemsText(items: number): string {
  return `${items} recent ${items === 1 ? 'item' : 'items'}`;
}
