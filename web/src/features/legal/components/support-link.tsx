import { site } from '@/config/site';

/** The address for help, as a link. */
export function SupportLink() {
  return <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>;
}
