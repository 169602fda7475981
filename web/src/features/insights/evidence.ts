import type { InsightControversy, InsightStatement } from '@/api/types';

/** `n` discussions say it, `posts` are ids of some of them; `small` where these are few. */
export type Evidence = Pick<InsightStatement, 'n' | 'small' | 'posts'>;

/** How much is answered, or how much people are divided. */
export type Indicator = Pick<InsightControversy, 'level' | 'method' | 'n' | 'small' | 'posts'>;
