import type { InsightStatement } from '@/api/types';

/** `n` discussions say it, `posts` are ids of some of them; `small` where these are few. */
export type Evidence = Pick<InsightStatement, 'n' | 'small' | 'posts'>;
