import type { BookingView } from '#contract/booking-view.ts'

/** What happened to an open booking, in a few words of lists and cards. */
export const matterWords = {
  paused: 'Tu viaje está en pausa',
  hour: '¿Te sirve la hora nueva?',
  broken: 'Tu otro carro no va',
  crosses: 'Se cruza con otro viaje',
  point: 'Cambió el punto',
}

/** What the passenger of an open booking has to see or answer; null: nothing. */
export function openMatter(booking: BookingView): keyof typeof matterWords | null {
  const { status, viewer, tripPause, tripChange, connection, crosses, meetingMoved } = booking
  if (viewer !== 'passenger' || !['requested', 'confirmed'].includes(status)) return null
  if (tripPause) return 'paused'
  if (tripChange?.asks) return 'hour'
  if (connection?.brokenAt) return 'broken'
  if (crosses) return 'crosses'
  return meetingMoved ? 'point' : null
}
