/** The origin of the API: the page's own, where a proxy or the server itself answers. */
export const apiOrigin = window.location.origin;
