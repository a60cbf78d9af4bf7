// Effects of sanctions and pauses on trips, bookings and money. docs/conduct.md repeats this table
// and describes the effects that all kinds share.
import type { SanctionKind } from '#contract/conduct.ts'

/** `until_end`: applies to trips and bookings before the end of the suspension. */
type Reach = 'no' | 'until_end' | 'all'

export type Effect = {
  /** Publishing, booking and keeping seats are refused. */
  barred: Reach
  /** Published trips are not sold; those still paused 12 hours before departure are cancelled. */
  pausesTrips: Reach
  /** Published trips are cancelled immediately, with a full refund to passengers. */
  cancelsTrips: Reach
  /** Own bookings as passenger are returned immediately, with a full refund. */
  returnsSeats: Reach
  /** Everything is closed except the wallet, the person's data and the appeal. */
  closesAccount: boolean
}

const none: Effect = {
  barred: 'no',
  pausesTrips: 'no',
  cancelsTrips: 'no',
  returnsSeats: 'no',
  closesAccount: false,
}

export const sanctionEffects: Record<SanctionKind, Effect> = {
  warned: none,
  // Own bookings are kept at first: `returnPausedSeats` returns them 12 hours before the pick-up.
  paused: { ...none, barred: 'all', pausesTrips: 'all' },
  suspended: { ...none, barred: 'until_end', pausesTrips: 'until_end', returnsSeats: 'until_end' },
  expelled: {
    ...none,
    barred: 'all',
    cancelsTrips: 'all',
    returnsSeats: 'all',
    closesAccount: true,
  },
}

/** End of the period whose trips and bookings are affected; undefined: none are. */
export function reachOf(reach: Reach, endsAt: Date | null): Date | 'everything' | undefined {
  if (reach === 'all') return 'everything'
  return reach === 'until_end' && endsAt ? endsAt : undefined
}
