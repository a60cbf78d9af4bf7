import { CircleCheck, QrCode as QrIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { BookingView } from '#contract/booking-view.ts'
import { TRAVELS } from '#contract/moments.ts'
import { api } from '#web/lib/api.ts'
import { serverDate, serverNow } from '#web/lib/clock.ts'
import { calendarDate, sentence, theTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { bookingWordsOf, ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { expectedDropOff, momentOf } from '#web/shared/bookings/moment-of.ts'
import { readSavedTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { StopDetail } from '#web/shared/trips/point-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BookingRating } from './booking-rating.tsx'
import { CancelRow } from './cancel-booking.tsx'
import { DriverLine } from './driver-line.tsx'
import { RESCUED_MS, useRescue } from './moment-ended.tsx'
import { PassengerBooking, type PassengerBookingProps, useTicket } from './passenger-booking.tsx'
import { TicketCode, type TicketCodes } from './ticket-code.tsx'

const REFRESH_MS = 15_000

type Props = Omit<PassengerBookingProps, 'connected'>

/** Both parts of a trip with one change on one page: the one that matters now, then the other. */
export function ConnectedBooking(props: Props) {
  const { booking, saved, userId } = props
  const bookingId = booking.connection?.otherBookingId ?? ''
  const { data } = useRead(
    queryKeys.booking(bookingId),
    (signal) => api.bookings.show({ params: { bookingId }, signal }),
    { enabled: userId !== null && !saved, refetchInterval: isOpen(booking) ? REFRESH_MS : false },
  )
  const kept = saved && readSavedTicket(bookingId, saved.ownerId)
  const other = saved ? kept?.booking : data?.booking
  return other ? (
    <Both {...props} other={other} otherTicket={kept?.ticket} />
  ) : (
    <PassengerBooking {...props} />
  )
}

type BothProps = Props & { other: BookingView; otherTicket: TicketCodes | undefined }

function Both({ booking: one, other, otherTicket, userId, saved }: BothProps) {
  const [search] = useSearchParams()
  const isChosen = search.has('parte')
  const shown = isChosen ? one : currentPart(one, other)
  const folded = shown === one ? other : one
  const answer = useTicket(folded, saved ? null : userId)
  const tickets = shown === one ? [saved?.ticket, otherTicket] : [otherTicket, saved?.ticket]
  const [own, its = answer.ticket] = tickets
  const cancel = !saved && one.can.cancel && other.can.cancel && (
    <>
      <CancelRow booking={shown} other={folded} />
      <CancelRow
        booking={shown}
        label="Cancelar solo este carro"
        {...(!isChosen && { next: folded.id })}
      />
    </>
  )
  const connected = {
    card: <OtherPart booking={folded} shown={shown} ticket={its} />,
    cancel: cancel || null,
    inside: insideOf(one, other),
    tripIds: [one.tripId, other.tripId],
    ...(cancel && { other: folded }),
    sum: [one, other].every(stands) ? one.price + other.price : undefined,
    first:
      shown.boardedAt && folded.connection?.part === 1 && folded.boardedAt ? folded : undefined,
  }
  return (
    <PassengerBooking
      key={shown.id}
      booking={shown}
      saved={saved && own ? { ...saved, ticket: own } : null}
      {...{ userId, connected }}
    />
  )
}

/** Whether the seat is asked for, or its passenger travels or did. */
const stands = ({ status }: BookingView) => status === 'requested' || TRAVELS.includes(status)

/** Whether the ticket is, or can become, good for boarding. */
const isOpen = (booking: BookingView) => /valid|pending/.test(ticketStateOf(booking))

/** The part to show first: the first one until it is travelled, or was to arrive by now. */
function currentPart(one: BookingView, other: BookingView, now: Date = serverDate()) {
  const [first, second] = one.connection?.part === 1 ? [one, other] : [other, one]
  const isPast = !isOpen(first) || now >= expectedDropOff(first)
  return isPast && (isOpen(second) || !isOpen(first)) ? second : first
}

/** The part in whose car the passenger is by what was recorded; undefined in neither. */
function insideOf(one: BookingView, other: BookingView) {
  const isInside = ({ status, arrivedAt }: BookingView) => status === 'checked_in' && !arrivedAt
  const [first, second] = one.connection?.part === 1 ? [one, other] : [other, one]
  return [second, first].find(isInside)
}

type OtherPartProps = {
  booking: BookingView
  /** The part that matters now. */
  shown: BookingView
  ticket: TicketCodes | undefined
}

/** The part of a trip with one change that does not matter most now, with its code. */
function OtherPart({ booking, shown, ticket }: OtherPartProps) {
  const { connection, from, to, driver, vehicle, boardedAt, state, leftBecause } = booking
  const hasFailed = leftBecause || /cancelled_by_driver|trip_cancelled|rejected|expired/.test(state)
  // Who is in the second car needs no other first one.
  const isSought =
    hasFailed &&
    !(connection?.part === 1 && shown.boardedAt) &&
    Date.parse(from.at) > serverNow() - RESCUED_MS
  const { text, tone } = bookingWordsOf(booking)
  return (
    <CardSection title={connection?.part === 1 ? 'Primer carro' : 'Segundo carro'}>
      <div className="grid gap-4">
        <StatusPill
          tone={tone}
          className="justify-self-start"
          {...(boardedAt && { icon: CircleCheck })}
        >
          {text}
        </StatusPill>
        <RouteLine
          stops={[from, to].map((stop) => ({ ...stop, detail: <StopDetail stop={stop} /> }))}
        />
        <DriverLine {...{ driver, vehicle }} />
        {connection?.part === 2 && momentOf(booking, null, serverDate()) === 'change_missed' && (
          <p role="status" className="font-semibold">
            Así no alcanzas este carro: el primero llegaría a{' '}
            {theTime(connection.expectedAt ?? connection.arrivesAt)} y{' '}
            {sentence(`este sale a ${theTime(from.at)}`)}
          </p>
        )}
        {ticketStateOf(booking) === 'valid' && (
          <Rows label="Tiquete del otro carro">
            <Row Icon={QrIcon} text="QR y código de este carro">
              <TicketCode booking={booking} ticket={ticket} />
            </Row>
          </Rows>
        )}
        {isSought ? <NextCar booking={booking} /> : <BookingRating booking={booking} />}
        <Link to={`${paths.booking(booking.id)}?parte`} tall>
          Ver todo de este carro
        </Link>
      </div>
    </CardSection>
  )
}

/** The way to go on after a car failed: the one that is kept or sought, else the day's search. */
function NextCar({ booking }: { booking: BookingView }) {
  const rescued = useRescue(booking, serverDate())
  const { id, from, to, seats } = booking
  const date = calendarDate(from.at)
  return rescued ? (
    <>
      <p className="font-semibold">{rescued}</p>
      <ButtonLink to={paths.rescue(id)}>Ver el otro carro</ButtonLink>
    </>
  ) : (
    <ButtonLink to={paths.search({ from: from.placeId, to: to.placeId, date, seats })}>
      Buscar otro carro
    </ButtonLink>
  )
}
