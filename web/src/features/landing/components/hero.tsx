import { ArrowRight, Check } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
import { Waves } from '@/components/ui/waves';
import { newAccountsText } from '@/config/new-accounts-text';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { sourcesText } from '@/config/sources';
import { freeKeywordLimit } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

import { DemoPanel } from './demo-panel';

const promises = [
  ...(site.plansOn ? [`${numberText(freeKeywordLimit)} keywords free`, 'No card needed'] : []),
  'Export or delete your data any time',
];

export function Hero() {
  return (
    <div className="relative isolate -mt-20 overflow-clip pt-20">
      <Waves
        box={[1200, 800]}
        centre={[860, 330]}
        radii={[150, 290, 370, 470, 590, 720, 860]}
        className="absolute inset-x-0 bottom-0 -z-10 h-[46rem] w-full overflow-visible text-brand lg:h-full"
      />
      <div className="mx-auto grid w-full max-w-6xl grid-cols-1 items-center gap-x-14 gap-y-14 px-5 pt-12 pb-20 sm:px-8 lg:grid-cols-[1fr_29rem] lg:pt-16 lg:pb-28">
        <div>
          <h1 className="max-w-xl text-[min(2.75rem,15vw)] leading-[1.04] sm:text-6xl">
            Hear it the moment someone says it.
          </h1>
          <p className="mt-6 max-w-lg text-lg text-ink-soft sm:text-xl sm:leading-relaxed">
            Harken watches {sourcesText} for your keywords. As soon as one comes up in a post or a
            comment, it alerts you: on your dashboard within moments, and by email.
          </p>
          <div className="mt-9 flex flex-wrap items-center gap-3">
            <ButtonLink size="lg" to={site.registrationOpen ? paths.register : paths.login}>
              {site.registrationOpen ? 'Start listening' : 'Sign in'}
              <ArrowRight aria-hidden />
            </ButtonLink>
            <ButtonLink variant="ghost" size="lg" to="#how-it-works">
              See how it works
            </ButtonLink>
          </div>
          {!site.registrationOpen && (
            <p className="mt-4 text-sm text-ink-soft">{newAccountsText()}</p>
          )}
          <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-sm font-medium text-ink-soft">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 shrink-0 text-brand-text" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <DemoPanel />
      </div>
    </div>
  );
}
