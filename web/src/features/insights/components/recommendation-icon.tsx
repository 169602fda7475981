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

/** Those that the analyser names, by the names of the set's own site. The whole set is large. */
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

/** The picture of a recommendation; one that is not known here has a lamp. */
export function RecommendationIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Lightbulb;
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-text">
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}
