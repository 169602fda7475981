/** Whether this browser can get alerts while Harken is closed, or what keeps it from that. */
export type Support = 'supported' | 'home-screen' | 'insecure' | 'unsupported';

/**
 * On an iPhone or iPad only an app on the Home Screen gets push messages, and only pages of a secure
 * origin have a service worker.
 */
export function pushSupport(): Support {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return 'supported';
  }
  if (isApplesTouch()) return 'home-screen';
  return window.isSecureContext ? 'unsupported' : 'insecure';
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
function isApplesTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
