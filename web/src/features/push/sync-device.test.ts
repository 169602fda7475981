import { expect, test } from 'vitest';

import { nextStep, type Situation } from './sync-device';

const fine: Situation = {
  device: { endpointId: 'endpoint-1', userId: 'user-1', address: 'https://push.example/1' },
  userId: 'user-1',
  permission: 'granted',
  address: 'https://push.example/1',
  listed: ['endpoint-1'],
};

test.each<[string, Partial<Situation>, ReturnType<typeof nextStep>]>([
  ['all is as it was', {}, 'nothing'],
  ['the browser has another address', { address: 'https://push.example/2' }, 'renew'],
  ['the browser has lost its address', { address: null }, 'renew'],
  ['it was removed on another device', { listed: ['endpoint-2'] }, 'stop'],
  ['notifications were blocked', { permission: 'denied' }, 'remove'],
  ['the permission was taken back', { permission: 'default', address: null }, 'remove'],
  ['someone else has signed in', { userId: 'user-2' }, 'stop'],
])('when %s', (_what, changes, step) => {
  expect(nextStep({ ...fine, ...changes })).toBe(step);
});
