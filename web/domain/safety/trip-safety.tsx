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
  /** True on the day of travel, until the trip is over. */
  isToday: boolean
  /** True when the trip has possibly begun, so that there can be an incident to report. */
  hasBegun: boolean
  /** Link to support about this trip; absent on the driver's run sheet. */
  help?: string
}

/** Safety functions of a trip: emergency help, followers, and the person's reports to the team. */
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
