import pages from './public-pages.json';
import { sourcesText } from './sources';

/** Returns the title of a public page, as the server sends it too; undefined for other pages. */
export function publicPageTitle(path: string): string | undefined {
  const title = pages.find((page) => page.path === path)?.title;
  return title?.replace('{sources}', sourcesText);
}
