import { Search } from 'lucide-react';

import { ComingPage } from './coming-page';

export default function KeywordsPage() {
  return (
    <ComingPage
      title="Keyword Watches"
      icon={Search}
      lead="Keywords are on their way"
      text="Adding and editing keyword watches will be here."
    />
  );
}
