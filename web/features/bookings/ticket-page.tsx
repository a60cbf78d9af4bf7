import { CircleHelp, QrCode as QrIcon, Receipt } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { lazyPart, quietPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionResult } from '#web/shared/bookings/action-result.tsx'
import { ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { Card } from '#web/ui/card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompareFirst, DayHead, WhoAndWhere } from './moment-day.tsx'
import { Contacts, DayAction, type NowProps } from './ticket-actions.tsx'
import type { TicketCodes } from './ticket-code.tsx'
import { type BookingMoment, isTravelDay, useBookingMoment } from './use-booking-moment.ts'

// Lazy: parts of one moment, or opened by a press; with them the screen exceeds 210 kB.
const EndedHead = lazyPart(() => import('./moment-ended.tsx'), 'EndedHead')
const EndedAction = quietPart(() => import('./moment-ended.tsx'), 'EndedAction')
const OtherTrips = quietPart(() => import('./moment-ended.tsx'), 'OtherTrips')
const TicketCode = lazyPart(() => import('./ticket-code.tsx'), 'TicketCode')
const BookingDetails = lazyPart(() => import('./booking-details.tsx'), 'BookingDetails')
const CancelRow = lazyPart(() => import('./cancel-booking.tsx'), 'CancelRow')
const GiveBackRow = lazyPart(() => import('./give-back.tsx'), 'GiveBackRow')
const ChangeHead = lazyPart(() => import('./change-head.tsx'), 'ChangeHead')
const SayMissed = lazyPart(() => import('./change-missed.tsx'), 'SayMissed')
const BookingRating = lazyPart(() => import('./booking-rating.tsx'), 'BookingRating')
const MeetingRow = lazyPart(() => import('./change-booking.tsx'), 'MeetingRow')
const safety = () => import('./booking-safety.tsx')
const EmergencyOfBooking = quietPart(safety, 'EmergencyOfBooking')
const Followed = lazyPart(safety, 'Followed')
const BookingSafety = lazyPart(safety, 'BookingSafety')
const ArrivalWord = lazyPart(() => import('./arrival-word.tsx'), 'ArrivalWord')

type Moment = BookingMoment['moment']

/** Of a driver who is late and now there it would be false that they did not come. */
const CANCEL = 'Cancelar mi cupo'

/** Moments whose head has the driver and the plate. */
const IN_HEAD = /^(at_door|late|two_hours)$/

/** Moments of a trip with one change of car. */
const CHANGES = /^(broken|change)/

const ENDED: readonly Moment[] = ['arrived', 'to_rate', 'done', 'review', 'refunded', 'cancelled']

export type TicketPageProps = {
  booking: BookingView
  ticket: TicketCodes | undefined
  /** What must be read before the head: notices, the result of an action. */
  notices?: ReactNode
  /** Whether the page is the copy on this device, whose code is always shown. */
  isSaved?: boolean
  hasRated?: boolean
  /** Shown in place of the code while it is loading. */
  codeState?: ReactNode
  /** A rare action at the end. */
  quiet?: ReactNode
  connected?: Connected | undefined
}

type Connected = {
  /** The other part of a trip with one change. */
  card: ReactNode
  /** The row that cancels both parts if they can be, and the other one then. */
  cancel?: ReactNode
  other?: BookingView
  /** Pesos of both parts while both stand. */
  sum?: number | undefined
  /** The first part, of which this is the second. */
  first?: BookingView | undefined
  /** The part in whose car the passenger is. */
  inside: BookingView | undefined
  /** The trips of both parts. */
  tripIds: string[]
}

/** The passenger's ticket: first what matters at this moment, the rest as rows. */
export function TicketPage(props: TicketPageProps) {
  const { booking, ticket, notices, isSaved = false, codeState, quiet, connected } = props
  const now = useBookingMoment(booking, props.hasRated)
  const { moment } = now
  const isEnded = ENDED.includes(moment)
  // Another car comes first; how the driver cancelled can be told later.
  const isLost = moment === 'cancelled'
  const [picked, onPick] = useState<string | null>(null)
  const inside = connected?.inside ?? booking
  // The code is needed when the car is there, or may be: not every driver presses "Llegué". Aboard
  // the first of two cars, that of the second is next.
  const isNear = /door|change/.test(moment) || now.now >= new Date(booking.aboardFrom)
  const showsCode = ticketStateOf(booking) === 'valid' && (isNear || isSaved)
  return (
    <Page
      fill
      dense
      back={{ to: paths.myTrips('pasajero'), label: 'Mis viajes' }}
      aside={<HelpLinks booking={booking} {...{ inside }} isToday={isTravelDay(inside, now.now)} />}
    >
      <div className="grid gap-3 pb-4">
        <Head {...{ booking, notices }} first={connected?.first} {...now} />
        {isLost && <OtherTrips {...{ booking, picked, onPick }} now={now.now} />}
        {showsCode && (
          <Card id="tiquete" className="p-3!">
            <Code {...{ booking, ticket, codeState }} />
            {moment === 'at_door' && <CompareFirst />}
          </Card>
        )}
        {!isEnded && !IN_HEAD.test(moment) && <WhoAndWhere booking={booking} />}
        {connected?.card}
        {!isEnded && !isSaved && <Contacts booking={booking} {...now} />}
        <Suspense fallback={null}>
          {!isSaved && <ArrivalWord booking={booking} isOver={isEnded} />}
          {!isSaved && (
            <Followed booking={booking} tripIds={connected?.tripIds ?? [booking.tripId]} />
          )}
          {!isLost && <BookingRating booking={booking} />}
        </Suspense>
        <Others
          {...{ booking, ticket, codeState }}
          {...connected}
          foldsCode={!showsCode}
          moment={moment}
        />
        <Suspense fallback={null}>
          {booking.connection?.maySayMissed && moment !== 'change_missed' && (
            <SayMissed booking={booking} />
          )}
          {isLost && <BookingRating booking={booking} />}
        </Suspense>
        {quiet}
      </div>
      <span className="grow" />
      {isEnded ? (
        <EndedAction {...{ booking, picked }} first={connected?.first} {...now} />
      ) : (
        !isSaved && <DayAction booking={booking} {...now} />
      )}
    </Page>
  )
}

type HelpProps = { booking: BookingView; inside: BookingView; isToday: boolean }

/** Help, and on the day of travel the emergency in the car where the passenger is. */
function HelpLinks({ booking, inside, isToday }: HelpProps) {
  return (
    <span className="ml-auto flex items-center">
      <PlainLink
        to={supportLinks.about('reserva', booking.id)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 px-2
          text-sm font-semibold text-bosque"
      >
        <CircleHelp className="size-4" />
        <span className={isToday ? 'sr-only' : undefined}>Ayuda</span>
      </PlainLink>
      {isToday && <EmergencyOfBooking booking={inside} />}
    </span>
  )
}

/** What matters at this moment, after what must be read before it. */
function Head({
  notices,
  first,
  ...props
}: NowProps & { notices: ReactNode; first: BookingView | undefined }) {
  const { booking, moment } = props
  const LazyHead = ENDED.includes(moment) ? EndedHead : CHANGES.test(moment) ? ChangeHead : null
  return (
    <>
      <ActionResult about={booking.id}>
        {notices}
        {LazyHead && (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LazyHead {...props} {...(first && { first })} />
          </Suspense>
        )}
      </ActionResult>
      {!LazyHead && <DayHead {...props} />}
    </>
  )
}

/** The code, in a place of its height while its part loads. */
function Code({
  booking,
  ticket,
  codeState,
}: Pick<OthersProps, 'booking' | 'ticket' | 'codeState'>) {
  return (
    <Suspense fallback={<Skeleton className="mx-auto aspect-square w-full max-w-54" />}>
      <TicketCode {...{ booking, ticket }}>{codeState}</TicketCode>
    </Suspense>
  )
}

type OthersProps = Pick<TicketPageProps, 'booking' | 'ticket' | 'codeState'> & {
  foldsCode: boolean
  moment: Moment
  /** Replaces the row that cancels this booking alone. */
  cancel?: ReactNode
  other?: BookingView
  sum?: number | undefined
}

/** Everything that is not for now, one row each. */
function Others(props: OthersProps) {
  const { booking, ticket, codeState, foldsCode, moment, cancel, other, sum } = props
  // A ticket that an older version cached has no `refundPerSeats`.
  const { can, price, paymentMode, boardedAt, refundPerSeats } = booking
  const isValid = ticketStateOf(booking) === 'valid'
  const paysDriver = paymentMode === 'directo' && !boardedAt && can.showTicket
  const [open] = useState(() => location.hash === '#tiquete')
  return (
    <Rows label="Lo demás">
      {isValid && foldsCode && (
        <Row Icon={QrIcon} text={<span id="tiquete">QR y código</span>} open={open}>
          <Code {...{ booking, ticket, codeState }} />
        </Row>
      )}
      <Suspense fallback={null}>
        {cancel ||
          (can.cancel && (
            <CancelRow booking={booking} label={moment === 'at_door' ? CANCEL : undefined} />
          ))}
        {(other || !booking.connection) && refundPerSeats?.length > 0 && (
          <GiveBackRow {...{ booking, other }} />
        )}
        {can.changeMeeting && <MeetingRow booking={booking} />}
      </Suspense>
      <Row
        Icon={Receipt}
        text="Tu reserva"
        detail={sum ? 'Los dos carros' : paysDriver && paymentModeWords.directo.detail}
        value={`${seatsText(booking.seats)} · ${pesos(sum ?? price)}`}
      >
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <BookingDetails booking={booking} />
        </Suspense>
      </Row>
      <Row Icon={CircleHelp} text="Ayuda y más">
        <Suspense fallback={<Skeleton className="h-20 w-full" />}>
          <div className="grid gap-4">
            <BookingSafety booking={booking} />
          </div>
        </Suspense>
      </Row>
    </Rows>
  )
}
