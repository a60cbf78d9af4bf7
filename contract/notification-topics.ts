/**
 * Topics of messages and their possible channels, in the order of the screen. They are kept apart
 * from the routes, so that the browser does not download the schema library for a list.
 */
export const TOPICS = [
  'trips',
  'money',
  'documents',
  'messages',
  'alerts',
  'news',
  'account',
] as const
export type Topic = (typeof TOPICS)[number]

export const CHANNELS = ['mail', 'push', 'whatsapp', 'sms'] as const
export type Channel = (typeof CHANNELS)[number]
