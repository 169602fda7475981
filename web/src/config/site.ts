/** The server's settings as it writes them into the page. index.html holds the defaults. */
type Site = {
  /** Whether there are plans; without them no price is shown anywhere. */
  plansOn: boolean;
  /** Whether insights send what watches matched to an external language model. */
  modelOn: boolean;
  /** Whether anyone can create an account. */
  registrationOpen: boolean;
  /** Whether people with an invitation can create an account. */
  registrationByInvite: boolean;
  /** Whether the status page is public. */
  hasStatusPage: boolean;
  /** Whether the server sends email. */
  sendsMail: boolean;
  /** The address for help. */
  supportEmail: string;
  /** Whether Reddit is read. */
  readsReddit: boolean;
  /** The places that are read besides Reddit. */
  sites: string[];
  /** The nonce that the page's policy requires of injected `<style>` elements, if there is one. */
  nonce: string | undefined;
};

export function readSite(page: Document): Site {
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
  // With a policy in force the attribute is hidden from scripts, but the property is not.
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
