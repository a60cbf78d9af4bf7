import type { ModuleData } from '#server/platform/module-data.ts'

/** Days after which mail to a refused address is tried again. */
export const SUPPRESSED_DAYS = 30

export const notificationsData = {
  tables: {
    notifications: {
      app: 'write',
      title: 'Avisos',
      why: 'what the person was told',
      of: ['user_id'],
      take: ['kind', 'title', 'body', 'created_at', 'read_at', 'mailed_at'],
      leave: { 'a step of the program': ['id', 'batch', 'cause', 'path', 'replaced_at'] },
      erase: { delete: true },
      keep: { days: 365, since: 'created_at' },
    },
    notification_preferences: {
      app: 'write',
      title: 'Preferencias de avisos',
      why: 'which messages the person wants, and how',
      of: ['user_id'],
      take: ['topic', 'channel', 'enabled', 'changed_at'],
      erase: { delete: true },
      keep: { account: true },
    },
    sent_texts: {
      app: 'write',
      title: 'Mensajes a tu celular',
      why: 'limits texts per booking, shows what they cost, and lets a person stop them',
      of: ['user_id'],
      take: ['channel', 'path', 'sent_at'],
      leave: { 'a key': ['id', 'phone_index'], 'a cost of the company': ['pesos'] },
      erase: { clear: { user_id: null, phone_index: null } },
      keep: { days: 365, since: 'sent_at' },
    },
    mail_suppressions: {
      app: 'write',
      title: 'Correos devueltos',
      why: 'sends no mail to an address that its server refused for good',
      of: ['user_id'],
      take: ['reply', 'refused_at'],
      leave: { 'a key': ['address_hash'] },
      erase: { delete: true },
      keep: { days: SUPPRESSED_DAYS, since: 'refused_at' },
    },
    push_subscriptions: {
      app: 'write',
      title: 'Navegadores que reciben avisos',
      why: 'reaches a browser that asked for it',
      of: ['user_id'],
      take: ['endpoint', 'created_at'],
      leave: {
        'a secret': ['auth', 'p256dh', 'endpoint_hash'],
        'a key': ['session_id', 'vapid_hash'],
      },
      erase: { delete: true },
      keep: { job: 'purge-push-subscriptions', time: 'as long as its session' },
    },
    push_devices: {
      app: 'write',
      title: 'Celulares que reciben avisos',
      why: 'reaches a telephone whose owner asked for it in the app',
      of: ['user_id'],
      take: ['created_at'],
      leave: { 'a secret': ['token', 'token_hash'], 'a key': ['session_id'] },
      erase: { delete: true },
      keep: { job: 'purge-push-subscriptions', time: 'as long as its session' },
    },
    live_events: {
      app: 'write',
      title: 'Avisos a tus pantallas abiertas',
      why: 'an open screen learns that something changed',
      of: ['user_id'],
      take: ['type', 'created_at'],
      leave: { 'a step of the program': ['id', 'ref', 'tx'] },
      erase: { delete: true },
      keep: { job: 'purge-live-events', time: '2 hours' },
    },
  },
} satisfies ModuleData
