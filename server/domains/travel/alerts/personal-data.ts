import type { PersonalData } from '#server/platform/personal-data.ts'

export const alertsData = {
  trip_alert_matches: {
    title: 'Viajes que encontraron tus alertas',
    why: 'tells of a trip once',
    within: { column: 'alert_id', table: 'trip_alerts' },
    take: ['trip_id', 'matched_at', 'settled_at', 'freed'],
    leave: { 'a key': ['alert_id'] },
    erase: { delete: true },
    keep: { with: 'trip_alerts' },
  },
  trip_alerts: {
    title: 'Alertas de viajes',
    why: 'tells a person of new trips that they look for',
    of: ['user_id'],
    take: [
      'from_place',
      'to_place',
      'since',
      'until',
      'seats',
      'max_price',
      'status',
      'created_at',
      'stopped_at',
    ],
    leave: { 'a step of the program': ['id', 'mail_due_at', 'mailed_at'] },
    erase: { delete: true },
    keep: { account: true },
  },
} satisfies PersonalData
