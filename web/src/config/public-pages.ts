import pages from './public-pages.json';

/** The title of a public page, which the server sends too; a page that is not listed has none. */
export function publicPageTitle(path: string): string | undefined {
  return pages.find((page) => page.path === path)?.title;
}
