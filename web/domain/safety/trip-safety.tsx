import { useOnline } from '#web/lib/online.ts'
import { type OwnTrip, ShareTrip } from './share-trip.tsx'

export type TripSafetyProps = { trip: OwnTrip }

/** What looks after somebody on their trip: who follows it, and help. */
export function TripSafety({ trip }: TripSafetyProps) {
  const online = useOnline()
  return online ? <ShareTrip trip={trip} /> : null
}
