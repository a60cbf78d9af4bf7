/** Topics of messages in the order of the screen; apart from the routes, see limits.ts. */
export const TOPICS = [
  'travel',
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
