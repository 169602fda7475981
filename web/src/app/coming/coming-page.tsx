import type { LucideIcon } from 'lucide-react';

import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';

type ComingPageProps = { title: string; icon: LucideIcon; lead: string; text: string };

/** A screen that the menu promises and that is not there yet: it says so. */
export function ComingPage({ title, icon, lead, text }: ComingPageProps) {
  return (
    <div className="grid gap-6">
      <title>{`${title} · Harken`}</title>
      <h1 className="text-3xl">{title}</h1>
      <Card>
        <EmptyState icon={icon} title={lead} text={text} />
      </Card>
    </div>
  );
}
