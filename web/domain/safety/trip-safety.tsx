import { SomethingWrong } from '#web/domain/support/something-wrong.tsx'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { useOnline } from '#web/lib/online.ts'
import { type CarFacts, Emergency } from './emergency.tsx'
import { FeltUnsafe, OwnIncidents } from './felt-unsafe.tsx'
import { dayTips, SafetyTips } from './safety-tips.tsx'
import { type OwnTrip, ShareTrip } from './share-trip.tsx'

export type TripSafetyProps = {
  trip: OwnTrip
  car: CarFacts
  /** On the day of travel, until it is over. */
  isToday: boolean
  /** It may have begun, so that something may have happened. */
  hasBegun: boolean
  /** Where support is asked about this trip; the driver's run sheet says nothing. */
  help?: string
}

/** What looks after somebody on their trip: help, who follows it, and what they told the team. */
export function TripSafety({ trip, car, isToday, hasBegun, help }: TripSafetyProps) {
  const online = useOnline()
  return (
    <>
      {isToday && <Emergency trip={trip} car={car} />}
      {online && <ShareTrip trip={trip} />}
      {online && <OwnIncidents tripId={trip.tripId} />}
      {isToday && <SafetyTips tips={dayTips} />}
      {hasBegun && <FeltUnsafe trip={trip} />}
      <SomethingWrong to={help ?? supportLinks.about('viaje', trip.tripId)} />
    </>
  )
}
