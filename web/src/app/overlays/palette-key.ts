const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The shortcut of the command palette, as labelled on this device's keyboard. */
export const paletteKey = isApple ? '⌘ K' : 'Ctrl K';
