// What a sanction or a pause does to trips, bookings and money. docs/conduct.md has this table, and
// what is the same for each.
import type { SanctionKind } from '#contract/conduct.ts'

/** `until_end`: of what is planned before the end of the suspension. */
type Reach = 'no' | 'until_end' | 'all'

export type Effect = {
  /** Publishing, booking and keeping seats are refused. */
  barred: Reach
  /** Published trips are not sold; those still paused 12 hours before departure are cancelled. */
  pausesTrips: Reach
  /** Published trips are cancelled at once, passengers get everything back. */
  cancelsTrips: Reach
  /** Own seats on trips of others: returned at once, with a full refund. */
  returnsSeats: Reach
  /** Everything but the wallet, the own data and the appeal is closed. */
  closesAccount: boolean
}

export const sanctionEffects: Record<SanctionKind, Effect> = {
  warned: {
    barred: 'no',
    pausesTrips: 'no',
    cancelsTrips: 'no',
    returnsSeats: 'no',
    closesAccount: false,
  },
  // Own seats wait as trips do: `returnPausedSeats` gives them back 12 hours before the pick-up.
  paused: {
    barred: 'all',
    pausesTrips: 'all',
    cancelsTrips: 'no',
    returnsSeats: 'no',
    closesAccount: false,
  },
  suspended: {
    barred: 'until_end',
    pausesTrips: 'until_end',
    cancelsTrips: 'no',
    returnsSeats: 'until_end',
    closesAccount: false,
  },
  expelled: {
    barred: 'all',
    pausesTrips: 'no',
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
