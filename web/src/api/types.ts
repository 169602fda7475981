import type { components } from './schema';

type Schemas = components['schemas'];

export type User = Schemas['User'];
export type EmailFrequency = Schemas['EmailFrequency'];
export type NotificationPreferences = Schemas['NotificationPreferences'];
export type NotificationPreferencesUpdate = Schemas['NotificationPreferencesUpdate'];
export type QuietHours = Schemas['QuietHours'];
export type Theme = Schemas['Theme'];
export type Watch = Schemas['Watch'];
export type WatchInput = Schemas['WatchInput'];
export type WatchList = Schemas['WatchList'];
export type Notification = Schemas['Notification'];
export type NotificationStatus = Schemas['NotificationStatus'];
export type GroupedNotification = Schemas['GroupedNotification'];
export type Endpoint = Schemas['Endpoint'];
export type EndpointChannel = Schemas['EndpointChannel'];
export type EndpointInput = Schemas['EndpointInput'];
export type EndpointChange = Schemas['EndpointChange'];
export type EndpointTest = Schemas['EndpointTest'];
export type Delivery = Schemas['Delivery'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];
export type FeedAddresses = Schemas['FeedAddresses'];
export type FeedList = Schemas['FeedList'];
export type Session = Schemas['Session'];
export type RecentItem = Schemas['RecentItem'];
export type Pagination = Schemas['Pagination'];
export type ErrorBody = Schemas['ErrorBody'];
