import { SiteFooter } from '@/components/site-footer';
import { paths } from '@/config/paths';
import { publicPageTitle } from '@/config/public-pages';
import { site } from '@/config/site';
import { useHashTarget } from '@/lib/hash-target';

import { About } from './about';
import { Contact } from './contact';
import { Extension } from './extension';
import { Features } from './features';
import { Hero } from './hero';
import { HowItWorks } from './how-it-works';
import { LandingHeader } from './landing-header';
import { Pricing } from './pricing';

export default function LandingPage() {
  useHashTarget();
  return (
    <div className="overflow-x-clip">
      <title>{publicPageTitle(paths.landing)}</title>
      <LandingHeader />
      <main className="relative">
        <Hero />
        <Features />
        <HowItWorks />
        {site.plansOn && <Pricing />}
        <Extension />
        <About />
        <Contact />
      </main>
      <SiteFooter />
    </div>
  );
}
