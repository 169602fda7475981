/** Whether this browser can get alerts while Harken is closed, or why it cannot. */
export type Support = 'supported' | 'home-screen' | 'insecure' | 'unsupported';

/**
 * Returns the support for push messages. On iPhones and iPads only apps on the Home Screen get
 * them, and service workers require a secure origin.
 */
export function pushSupport(): Support {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return 'supported';
  }
  if (isApplesTouch()) return 'home-screen';
  return window.isSecureContext ? 'unsupported' : 'insecure';
}

/** Returns whether this is an iPhone or iPad. iPads pose as Macs, which have no touch screen. */
function isApplesTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
