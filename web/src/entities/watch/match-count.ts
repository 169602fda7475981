import { counted } from '@/lib/number';
/** Formats a number of matches: "1 match", "1,204 matches". */
export const matchCountText = (count: number) => counted(count, 'match', 'matches');
