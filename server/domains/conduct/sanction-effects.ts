// What a sanction does to trips, bookings and money. docs/conduct.md has this table, and what is
// the same for each sanction.
import type { SanctionKind } from '#contract/conduct.ts'

/** `until_end`: of what is planned before the end of the suspension. */
type Reach = 'no' | 'until_end' | 'all'

export type Effect = {
  /** Publishing, booking and keeping seats are refused. */
  barred: Reach
  /** Trips published, with or without bookings: cancelled, passengers get everything back. */
  cancelsTrips: Reach
  /** Own seats on trips of others: returned, with a full refund. */
  returnsSeats: Reach
  /** Everything but the wallet, the own data and the appeal is closed. */
  closesAccount: boolean
}

export const sanctionEffects: Record<SanctionKind, Effect> = {
  warned: {
    barred: 'no',
    cancelsTrips: 'no',
    returnsSeats: 'no',
    closesAccount: false,
  },
  suspended: {
    barred: 'until_end',
    cancelsTrips: 'until_end',
    returnsSeats: 'until_end',
    closesAccount: false,
  },
  expelled: {
    barred: 'all',
    cancelsTrips: 'all',
    returnsSeats: 'all',
    closesAccount: true,
  },
}

/** Until when what is planned is undone; undefined: nothing. */
export function reachOf(reach: Reach, endsAt: Date | null): Date | 'everything' | undefined {
  if (reach === 'all') return 'everything'
  return reach === 'until_end' && endsAt ? endsAt : undefined
}
