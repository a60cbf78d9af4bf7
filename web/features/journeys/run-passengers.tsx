import { NO_SHOW_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { RunPassenger, RunStop } from '#contract/journeys.ts'
import { pesos, phone as phoneText, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionResult } from '#web/shared/bookings/action-result.tsx'
import { aboardText, RESCUED } from '#web/shared/bookings/booking-words.ts'
import { ClaimNoShow } from '#web/shared/bookings/claim-no-show.tsx'
import { waitingAt } from '#web/shared/journeys/next-stop.ts'
import { PointLine } from '#web/shared/trips/point-line.tsx'
import { WayThere } from '#web/shared/trips/way-there.tsx'
import { PhoneLinks } from '#web/shared/users/phone-links.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { boardingWords, connectionWords, type Met, severalMeetings } from './run-words.ts'

/** Passengers of passed stops without check-in: they are aboard, or did not come. */
export function StillWaiting({ stops, tripId }: { stops: readonly RunStop[]; tripId: string }) {
  const behind = stops.filter((stop) => stop.passed && waitingAt(stop) > 0)
  return behind.map((stop) => <BehindStop key={stop.id} stop={stop} tripId={tripId} />)
}

/** A passed stop with the people who have not got on there. */
export function BehindStop({ stop, tripId }: { stop: RunStop; tripId: string }) {
  const getsOn = stop.getsOn.filter(({ boarding }) => boarding === 'waiting')
  return (
    <CardSection title={`Faltan por subir en ${stop.name}`}>
      <RunPassengers stop={{ ...stop, getsOn, getsOff: [] }} tripId={tripId} />
      <p className="mt-3 text-sm text-muted">
        Si alguien no llega, {NO_SHOW_AFTER_MINUTES} minutos después de la hora acordada, o de tu
        llegada si fue más tarde, puedes registrarlo aquí.
      </p>
    </CardSection>
  )
}

/** Passengers who get on or off at a stop, grouped by meeting point if there are several. */
export function RunPassengers({ stop, tripId }: { stop: RunStop; tripId: string }) {
  const several = severalMeetings(stop)
  if (several.length === 0) return <Movers {...stop} tripId={tripId} />
  return (
    <ol aria-label={`Encuentros en ${stop.name}, en orden`} className="grid gap-4">
      {several.map((met, row) => (
        <li key={met.point?.id ?? 'later'} className="border-l-4 border-bosque-soft pl-3">
          <MeetingHead met={met} number={row + 1} />
          <Movers {...met} tripId={tripId} name={met.point?.name ?? stop.name} />
        </li>
      ))}
    </ol>
  )
}

function MeetingHead({ met: { point }, number }: { met: Met; number: number }) {
  return (
    <div className="mb-2 grid justify-items-start gap-1">
      <p className="flex gap-2 text-muted">
        <span className="tnum font-semibold text-ink">{number}.</span>
        {point ? <PointLine point={point} /> : 'Punto de encuentro por acordar'}
      </p>
      {point && <WayThere point={point} variant="ghost" />}
    </div>
  )
}

type MoversProps = Pick<RunStop, 'getsOn' | 'getsOff' | 'name'> & { tripId: string }

function Movers({ getsOn, getsOff, name, tripId }: MoversProps) {
  return (
    <>
      {getsOff.length > 0 && (
        <div>
          <h3 className="font-semibold">Bajan</h3>
          <ul aria-label={`Bajan en ${name}`} className="text-muted">
            {getsOff.map((passenger) => (
              <li key={passenger.bookingId}>
                {passenger.name} · {seatsText(passenger.seats)}
                {passenger.connection?.part === 1 && <p>{connectionWords(passenger)}</p>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {getsOn.length > 0 && (
        <div>
          <h3 className="font-semibold">Suben</h3>
          <ul aria-label={`Suben en ${name}`} className="grid divide-y divide-line">
            {getsOn.map((passenger) => (
              <BoardingRow
                key={passenger.bookingId}
                passenger={passenger}
                stop={name}
                tripId={tripId}
              />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type RowProps = { passenger: RunPassenger; stop: string; tripId: string }

function BoardingRow({ passenger, stop, tripId }: RowProps) {
  const { bookingId, name, photoUrl, seats, to, collect, phone, boarding, paymentMode } = passenger
  // The field is absent in sheets cached by an older version.
  const aboardSaid = passenger.aboardSaid ?? null
  const { text, tone } = boardingWords[boarding]
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} photoUrl={photoUrl} />
          <Link
            to={paths.booking(bookingId)}
            className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
          >
            {name}
          </Link>
        </div>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      <p className="text-sm text-muted">
        {seatsText(seats)} · va hasta {to}
        {' · '}
        {collect === null ? (
          'paga con su billetera'
        ) : (
          <strong className="tnum text-ink">cóbrale {pesos(collect)}</strong>
        )}
      </p>
      {passenger.connection && <p className="font-semibold">{connectionWords(passenger)}</p>}
      {passenger.rescued && boarding === 'waiting' && <p className="font-semibold">{RESCUED}</p>}
      {aboardSaid && <p className="font-semibold">{aboardText(aboardSaid, paymentMode)}</p>}
      <ActionResult about={bookingId} />
      {phone && boarding === 'waiting' && (
        <div className="flex flex-wrap gap-3">
          <PhoneLinks
            {...{ phone, name, isNamed: true }}
            shown={<span className="tnum max-sm:sr-only">{phoneText(phone)}</span>}
          />
        </div>
      )}
      {passenger.canClaimNoShow && (
        <ClaimNoShow
          booking={{ id: bookingId, tripId, paymentMode }}
          passenger={name}
          stop={stop}
        />
      )}
    </li>
  )
}
