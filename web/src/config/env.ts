/** Where the API lives: the page's own origin, where a proxy or the server itself answers. */
export const apiOrigin = window.location.origin;
