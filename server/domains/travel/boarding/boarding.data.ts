import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'

export const boardingData = {
  tables: {
    boarding_scans: {
      app: 'write',
      title: 'Tiquetes que escaneaste',
      why: 'shows which phone let whom board, and when',
      of: ['driver_id'],
      take: [
        'trip_id',
        'device_name',
        'kind',
        'claimed_at',
        'scanned_at',
        'received_at',
        'offline',
      ],
      leave: { 'a key': ['id', 'device_id', 'booking_id', 'outcome', 'code'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      closing: 'a record of what a phone read; its booking waits',
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
  innerFunctions: ['settle_boarding_scan_once'],
} satisfies RoomData
