import { useCallback, useState } from 'react'
import { KeepCountdown, useReturned } from './keep-countdown.tsx'
import { keepReturned, type OwnKeep } from './keep-time.ts'

type HeldSeatProps = {
  /** The person's seat keep; undefined while unknown. */
  keep: OwnKeep | null | undefined
  /** Whether the person kept a seat before they left this site to pay. */
  wasKept?: boolean
}

/** The clock of the kept seat; after its end, what became of the seat. */
export function HeldSeat({ keep, wasKept = false }: HeldSeatProps) {
  const [ended, setEnded] = useState(0)
  if (keep) return <KeepClock keep={keep} onEnded={setEnded} />
  if (ended > 0) return <p role="status">{keepReturned(ended)}.</p>
  return wasKept && keep === null ? <p>Ya no tienes cupos apartados.</p> : null
}

type KeepClockProps = {
  keep: OwnKeep
  /** A stable function, such as the setter of a state. */
  onEnded: (seats: number) => void
}

/** The clock of the kept seat. At its end the seats of the trip are refetched. */
export function KeepClock({ keep, onEnded }: KeepClockProps) {
  const refetchSeats = useReturned(keep.tripId)
  const onEnd = useCallback(() => {
    onEnded(keep.seats)
    refetchSeats()
  }, [onEnded, refetchSeats, keep.seats])
  return <KeepCountdown keep={keep} onEnd={onEnd} />
}
