import { z } from 'zod'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { openValue } from './sealed-value.ts'
import { SHARE_NAME } from './share-trip.ts'

export const safetyData = {
  trip_shares: {
    title: 'Enlaces para seguir tus viajes',
    why: 'somebody whom the person trusts follows a trip',
    of: ['user_id'],
    take: ['id', 'trip_id', 'name_sealed', 'created_at'],
    leave: { 'a secret': ['token_hash'], 'a key': ['booking_id'] },
    open: ({ secrets }, { name_sealed, ...row }) => {
      const place = { place: SHARE_NAME, id: String(row.id), as: z.string() }
      return { ...row, name: openValue(secrets, place, name_sealed as Buffer) }
    },
    erase: { delete: true },
    keep: { job: 'safety.forget-ended-trips', time: 'until the trip is over' },
  },
  shared_positions: {
    title: 'Tu última posición compartida',
    why: 'shows where somebody who shares a trip is',
    of: ['user_id'],
    take: ['trip_id', 'at'],
    leave: { 'a position of the last minutes, shown on the screen': ['sealed'], 'a key': ['id'] },
    erase: { delete: true },
    keep: { job: 'safety.forget-ended-trips', time: 'until the trip is over' },
  },
} satisfies PersonalData
