import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const tripsData = {
  trips: {
    title: 'Viajes que publicaste',
    why: 'what passengers book',
    of: ['driver_id'],
    take: [
      'id',
      'status',
      'departs_at',
      'arrives_at',
      'seats',
      'seat_price',
      'payment_modes',
      'preferences',
      'notes',
      'instant',
      'en_route_pickups',
      'created_at',
      'cancelled_at',
      'cancel_reason',
      'completed_at',
      'quote',
      'vehicle_id',
    ],
    leave: {
      'a step of the program': ['corridor_id', 'declared_seqs', 'price_cumulative', 'revision'],
    },
    // Free text.
    erase: { clear: { notes: null, cancel_reason: null } },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
