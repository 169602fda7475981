const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The keys that open the command palette, as this machine's keyboard has them. */
export const paletteKey = isApple ? '⌘ K' : 'Ctrl K';
