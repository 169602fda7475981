import { useQuery } from '@tanstack/react-query';

import { InsightsPage as Insights } from '@/features/insights/components/insights-page';
import { watchesQuery } from '@/features/keywords/api/list-watches';

import { InsightKeywords, KEYWORDS_MAX } from './insight-keywords';

export default function InsightsPage() {
  const { data } = useQuery(watchesQuery({ limit: KEYWORDS_MAX }));
  return <Insights keywords={<InsightKeywords />} keywordCount={data?.total} />;
}
