import { counted } from '@/lib/number';
/** "1 match", "1,204 matches". */
export const matchCountText = (count: number) => counted(count, 'match', 'matches');
