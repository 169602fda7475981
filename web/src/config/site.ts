/** What the server writes into the page about itself: index.html holds the defaults. */
type Site = {
  /** Whether there are plans at all; without them no price is shown anywhere. */
  plansOn: boolean;
  /** Whether a language model outside Harken is shown what watches found, to write insights. */
  modelOn: boolean;
  /** Whether anyone may make an account. */
  registrationOpen: boolean;
  /** Whether those may who have an invitation. */
  registrationByInvite: boolean;
  /** Whether everyone can see how the server is doing. */
  hasStatusPage: boolean;
  /** Whether email is sent at all. */
  sendsMail: boolean;
  /** Where people write to for help. */
  supportEmail: string;
  /** Whether Reddit is read. */
  readsReddit: boolean;
  /** The places beside Reddit that are read. */
  sites: string[];
  /** What the page's policy lets an injected `<style>` pass by; undefined where there is no policy. */
  nonce: string | undefined;
};

function readSite(page: Document): Site {
  const about = page.querySelector<HTMLMetaElement>('meta[name="harken-site"]');
  const { plans, insights, registration, statusPage, sendsMail, supportEmail, readsReddit, sites } =
    JSON.parse(about?.content ?? '{}') as {
      plans?: string;
      insights?: string;
      registration?: string;
      statusPage?: boolean;
      sendsMail?: boolean;
      supportEmail?: string;
      readsReddit?: boolean;
      sites?: string[];
    };
  // The attribute is hidden from scripts where a policy is in force; the property is not.
  const nonce = page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return {
    plansOn: plans !== 'off',
    modelOn: insights === 'model',
    registrationOpen: registration !== 'closed' && registration !== 'invite',
    registrationByInvite: registration === 'invite',
    hasStatusPage: statusPage ?? false,
    sendsMail: sendsMail ?? true,
    supportEmail: supportEmail ?? '',
    readsReddit: readsReddit ?? true,
    sites: sites ?? [],
    nonce,
  };
}

export const site = readSite(document);
