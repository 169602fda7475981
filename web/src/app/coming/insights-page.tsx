import { Sparkles } from 'lucide-react';

import { ComingPage } from './coming-page';

export default function InsightsPage() {
  return (
    <ComingPage
      title="AI Insights"
      icon={Sparkles}
      lead="Insights are not ready yet"
      text="This page will sum up, for each of your keywords, what people discuss and how they feel about it."
    />
  );
}
