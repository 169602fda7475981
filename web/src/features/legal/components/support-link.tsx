import { site } from '@/config/site';

/** The support address as a link. */
export function SupportLink() {
  return <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>;
}
