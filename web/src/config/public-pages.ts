import pages from './public-pages.json';
import { sourcesText } from './sources';

/** The title of a public page, which the server sends too; a page that is not listed has none. */
export function publicPageTitle(path: string): string | undefined {
  const title = pages.find((page) => page.path === path)?.title;
  return title?.replace('{sources}', sourcesText);
}
