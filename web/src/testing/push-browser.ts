import { vi } from 'vitest';

type Subscription = {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer };
  toJSON: () => object;
  unsubscribe: () => Promise<boolean>;
};

type Situation = {
  permission?: NotificationPermission;
  answer?: NotificationPermission;
  /** The address of an existing subscription. */
  address?: string | null;
};

/** The server's key, in base64url, that `stubPushBrowser` subscribes with. */
export const PUBLIC_KEY = 'AQID';

/**
 * Stubs a browser with a service worker and a push service, which jsdom lacks. `permission` is the
 * user's earlier decision, and `answer` their decision when asked.
 */
export function stubPushBrowser({
  permission = 'default',
  answer = 'granted',
  address = null,
}: Situation = {}) {
  const worker = new EventTarget();
  let made = 0;
  const aSubscription = (endpoint: string): Subscription => ({
    endpoint,
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } }),
    unsubscribe: () => {
      state.subscription = null;
      return Promise.resolve(true);
    },
  });
  const state = {
    subscription: address === null ? null : aSubscription(address),
    subscribe: vi.fn(() => {
      state.subscription ??= aSubscription(`https://push.example/${++made}`);
      return Promise.resolve(state.subscription);
    }),
    register: vi.fn(() => Promise.resolve(registration)),
    requestPermission: vi.fn(() => {
      notifications.permission = answer;
      return Promise.resolve(answer);
    }),
    /** Sends a message from the service worker to this page. */
    tell: (data: object) => worker.dispatchEvent(new MessageEvent('message', { data })),
    forget: () => {
      state.subscription = null;
    },
  };
  const registration = {
    active: Object.assign(new EventTarget(), { state: 'activated' }),
    pushManager: {
      getSubscription: () => Promise.resolve(state.subscription),
      subscribe: state.subscribe,
    },
  };
  const notifications = { permission, requestPermission: state.requestPermission };
  vi.stubGlobal('Notification', notifications);
  vi.stubGlobal('PushManager', vi.fn());
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(worker, {
      register: state.register,
      getRegistration: () => Promise.resolve(registration),
    }),
  });
  return state;
}

/** Restores jsdom. */
export function unstubPushBrowser(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
