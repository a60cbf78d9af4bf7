import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const boardingData = {
  boarding_scans: {
    title: 'Tiquetes que escaneaste',
    why: 'shows which phone let whom board, and when',
    of: ['driver_id'],
    take: ['trip_id', 'device_name', 'kind', 'claimed_at', 'scanned_at', 'received_at', 'offline'],
    leave: { 'a key': ['id', 'device_id', 'booking_id', 'outcome', 'code'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
