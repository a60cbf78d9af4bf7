import type { RoomData } from '#server/platform/room-data.ts'

export const recurrenceData = {
  tables: {
    trip_series_days: {
      app: 'write',
      title: 'Días de tus viajes que se repiten',
      why: 'which day of a series was published',
      within: { column: 'series_id', table: 'trip_series' },
      take: ['date', 'trip_id', 'refused_reason', 'decided_at'],
      leave: { 'a key': ['series_id', 'refused_code'] },
      erase: { delete: true },
      closing: 'publishes nothing for an account that closes',
      keep: { with: 'trip_series' },
    },
    trip_series: {
      app: 'write',
      title: 'Viajes que se repiten',
      why: 'publishes the same trip every week',
      of: ['driver_id'],
      take: [
        'template',
        'departs_minute',
        'weekdays',
        'starts_on',
        'until',
        'status',
        'created_at',
        'stopped_at',
      ],
      leave: { 'a step of the program': ['id', 'done_until'] },
      erase: { delete: true },
      closing: 'publishes nothing for an account that closes',
      keep: { days: 365, since: 'stopped_at' },
    },
  },
} satisfies RoomData
