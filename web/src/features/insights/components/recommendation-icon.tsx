import {
  BookOpen,
  Clock,
  Frown,
  HandHelping,
  Hourglass,
  Lightbulb,
  type LucideIcon,
  MessageCircleQuestionMark,
  PenLine,
  Scale,
  Swords,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
  Users,
} from 'lucide-react';

/** The icons that the analyser names, by their names in Lucide. The whole set is large. */
const icons: Partial<Record<string, LucideIcon>> = {
  'book-open': BookOpen,
  clock: Clock,
  frown: Frown,
  'hand-helping': HandHelping,
  hourglass: Hourglass,
  'message-circle-question-mark': MessageCircleQuestionMark,
  'pen-line': PenLine,
  scale: Scale,
  swords: Swords,
  'trending-down': TrendingDown,
  'trending-up': TrendingUp,
  'triangle-alert': TriangleAlert,
  users: Users,
};

/** Shows the icon of a recommendation, or a lightbulb for an unknown name. */
export function RecommendationIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Lightbulb;
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-text">
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}
