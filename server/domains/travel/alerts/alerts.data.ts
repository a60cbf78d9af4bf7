import type { RoomData } from '#server/platform/room-data.ts'

export const alertsData = {
  tables: {
    trip_alert_matches: {
      app: 'write',
      title: 'Viajes que encontraron tus alertas',
      why: 'tells of a trip once',
      within: { column: 'alert_id', table: 'trip_alerts' },
      take: ['trip_id', 'matched_at', 'settled_at', 'freed'],
      leave: { 'a key': ['alert_id'] },
      erase: { delete: true },
      keep: { with: 'trip_alerts' },
    },
    trip_alerts: {
      app: 'write',
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
      closing: 'is deleted with the account',
      keep: { account: true },
    },
  },
} satisfies RoomData
