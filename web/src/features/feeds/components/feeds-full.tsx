import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { useSession } from '@/lib/http/session';
import { numberText } from '@/lib/number';

/** Replaces the form once the plan allows no further feed. */
export function FeedsFull({ limit }: { limit: number }) {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="font-semibold">{`You follow all ${numberText(limit)} feeds that your plan includes`}</p>
        <p className="mt-0.5 text-ink-soft">Stop following one to make room for another.</p>
      </div>
      {site.plansOn && !isPro && (
        <ButtonLink variant="secondary" to={paths.subscription}>
          See what Pro includes
        </ButtonLink>
      )}
    </div>
  );
}
