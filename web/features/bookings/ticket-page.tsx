import {
  CircleHelp,
  MessageCircle,
  Navigation,
  Phone,
  QrCode as QrIcon,
  Receipt,
  Share2,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import type { StopPoint } from '#contract/trips.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionResult } from '#web/shared/bookings/action-result.tsx'
import { ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { directionsTo } from '#web/shared/trips/directions.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompareFirst, DayHead, firstName, WhoAndWhere } from './moment-day.tsx'
import type { TicketCodes } from './ticket-code.tsx'
import { isTravelDay } from './travel-day.ts'
import { type BookingMoment, useBookingMoment } from './use-booking-moment.ts'

// Lazy: parts of one moment, or opened by a press; with them the screen exceeds 210 kB.
const EndedHead = lazyPart(() => import('./moment-ended.tsx'), 'EndedHead')
const EndedAction = lazyPart(() => import('./moment-ended.tsx'), 'EndedAction')
const TicketCode = lazyPart(() => import('./ticket-code.tsx'), 'TicketCode')
const BookingDetails = lazyPart(() => import('./booking-details.tsx'), 'BookingDetails')
const CancelRow = lazyPart(() => import('./cancel-booking.tsx'), 'CancelRow')
const GiveBackRow = lazyPart(() => import('./give-back.tsx'), 'GiveBackRow')
const ChangeHead = lazyPart(() => import('./change-head.tsx'), 'ChangeHead')
const SayMissed = lazyPart(() => import('./change-head.tsx'), 'SayMissed')
const BookingRating = lazyPart(() => import('./booking-rating.tsx'), 'BookingRating')
const MeetingRow = lazyPart(() => import('./change-booking.tsx'), 'MeetingRow')
const ShareSheet = lazyPart(() => import('./share-sheet.tsx'), 'ShareSheet')
const FileButton = lazyPart(() => import('./booking-files.tsx'), 'FileButton')
const safety = () => import('./booking-safety.tsx')
const EmergencyOfBooking = lazyPart(safety, 'EmergencyOfBooking')
const Followed = lazyPart(safety, 'Followed')
const BookingSafety = lazyPart(safety, 'BookingSafety')
const ArrivalWord = lazyPart(() => import('./arrival-word.tsx'), 'ArrivalWord')

type Moment = BookingMoment['moment']

/** Moments whose main action is to write, and those whose main action is to share. */
const WRITES: readonly Moment[] = ['asked', 'no_place']
const SHARES: readonly Moment[] = ['evening', 'riding', 'change_ahead']

const TILE = 'w-full px-2! text-sm!'

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
  /** The other part of a trip with one change, and the row that cancels both if they can be. */
  connected?: { card: ReactNode; cancel?: ReactNode; other?: BookingView } | undefined
}

/** The passenger's ticket: first what matters at this moment, the rest as rows. */
export function TicketPage(props: TicketPageProps) {
  const { booking, ticket, notices, isSaved = false, codeState, quiet, connected } = props
  const now = useBookingMoment(booking, props.hasRated)
  const { moment } = now
  const isEnded = ENDED.includes(moment)
  const isToday = isTravelDay(booking, now.now)
  // The code is needed when the car is there, or may be: not every driver presses "Llegué". Aboard
  // the first of two cars, that of the second is next.
  const isNear = /door|change/.test(moment) || now.now >= new Date(booking.aboardFrom)
  const showsCode = ticketStateOf(booking) === 'valid' && (isNear || isSaved)
  return (
    <Page
      fill
      dense
      back={{ to: paths.myTrips('pasajero'), label: 'Mis viajes' }}
      aside={
        <span className="ml-auto flex items-center">
          <PlainLink
            to={supportLinks.about('reserva', booking.id)}
            className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 px-2
              text-sm font-semibold text-bosque"
          >
            <CircleHelp aria-hidden="true" className="size-4" />
            <span className={isToday ? 'sr-only' : undefined}>Ayuda</span>
          </PlainLink>
          {isToday && (
            <Suspense fallback={null}>
              <EmergencyOfBooking booking={booking} />
            </Suspense>
          )}
        </span>
      }
    >
      <div className="grid gap-3 pb-4">
        <Head {...{ booking, notices }} {...now} />
        {showsCode && (
          <Card id="tiquete" className="p-3!">
            <Code {...{ booking, ticket, codeState }} />
            {moment === 'at_door' && <CompareFirst />}
          </Card>
        )}
        {!isEnded && moment !== 'at_door' && moment !== 'late' && <WhoAndWhere booking={booking} />}
        {connected?.card}
        {!isEnded && !isSaved && <Contacts booking={booking} {...now} />}
        <Suspense fallback={null}>
          {!isSaved && <ArrivalWord booking={booking} />}
          {!isSaved && <Followed booking={booking} />}
          <BookingRating booking={booking} />
        </Suspense>
        <Others {...{ booking, ticket, codeState }} {...connected} foldsCode={!showsCode} />
        <Suspense fallback={null}>
          {booking.connection?.maySayMissed && moment !== 'change_missed' && (
            <SayMissed booking={booking} />
          )}
        </Suspense>
        {quiet}
      </div>
      <span className="grow" />
      {isEnded ? (
        <Suspense fallback={null}>
          <EndedAction booking={booking} {...now} />
        </Suspense>
      ) : (
        !isSaved && <DayAction booking={booking} {...now} />
      )}
    </Page>
  )
}

/** What matters at this moment, after what must be read before it. */
function Head({ notices, ...props }: NowProps & { notices: ReactNode }) {
  const { booking, moment } = props
  const LazyHead = ENDED.includes(moment) ? EndedHead : CHANGES.test(moment) ? ChangeHead : null
  return (
    <>
      <ActionResult about={booking.id}>
        {notices}
        {LazyHead && (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LazyHead {...props} />
          </Suspense>
        )}
      </ActionResult>
      {!LazyHead && <DayHead {...props} />}
    </>
  )
}

/** The code, in a place of its height while its part loads. */
function Code({ booking, ticket, codeState }: Omit<OthersProps, 'foldsCode' | 'cancel' | 'other'>) {
  return (
    <Suspense fallback={<Skeleton className="mx-auto aspect-square w-full max-w-54" />}>
      <TicketCode {...{ booking, ticket }}>{codeState}</TicketCode>
    </Suspense>
  )
}

type OthersProps = Pick<TicketPageProps, 'booking' | 'ticket' | 'codeState'> & {
  foldsCode: boolean
  /** Replaces the row that cancels this booking alone. */
  cancel?: ReactNode
  other?: BookingView
}

/** Everything that is not for now, one row each. */
function Others({ booking, ticket, codeState, foldsCode, cancel, other }: OthersProps) {
  // A ticket that an older version cached has no `refundPerSeats`.
  const { can, price, refundPerSeats } = booking
  const isValid = ticketStateOf(booking) === 'valid'
  const [open] = useState(() => location.hash === '#tiquete')
  return (
    <Rows label="Lo demás">
      {isValid && foldsCode && (
        <Row Icon={QrIcon} text={<span id="tiquete">QR y código</span>} open={open}>
          <Code {...{ booking, ticket, codeState }} />
        </Row>
      )}
      <Suspense fallback={null}>
        {cancel || (can.cancel && <CancelRow booking={booking} />)}
        {(other || !booking.connection) && refundPerSeats?.length > 0 && (
          <GiveBackRow {...{ booking, other }} />
        )}
        {can.changeMeeting && <MeetingRow booking={booking} />}
      </Suspense>
      <Row Icon={Receipt} text="Tu reserva" value={`${seatsText(booking.seats)} · ${pesos(price)}`}>
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

type NowProps = { booking: BookingView } & BookingMoment

/** What one may want at each moment beside its main action, in one line. */
function Contacts({ booking, journey, moment }: NowProps) {
  const { tripId, driver, from } = booking
  // When the car is late, to call is the main action.
  const phone = moment === 'late' ? null : journey?.driver.phone
  const isAhead = moment === 'confirmed' || moment === 'evening'
  return (
    // At 200 % text a phone shows them one under the other.
    <div className="flex flex-wrap gap-2 *:min-w-fit *:flex-1">
      {phone && <Phones phone={phone} name={driver.name} />}
      {!WRITES.includes(moment) && (
        <WriteButton
          tripId={tripId}
          className={TILE}
          text={
            <span>
              Escribir<span className="sr-only"> al conductor</span>
            </span>
          }
        />
      )}
      {isAhead && from.point && <WayThere point={from.point} className={TILE} />}
      {!SHARES.includes(moment) && (
        <Share booking={booking} label="Compartir" variant="secondary" className={TILE} />
      )}
    </div>
  )
}

/** The one main action of a moment until the arrival. */
function DayAction({ booking, moment, journey }: NowProps) {
  const { from, to } = booking
  const first = firstName(booking.driver.name)
  const write = (text: string) => (
    <WriteButton primary className="wrap-anywhere" tripId={booking.tripId} text={text} />
  )
  const phone = journey?.driver.phone
  const actions: Partial<Record<Moment, ReactNode>> = {
    asked: write(`Escribirle a ${first}`),
    no_place: write(`Acordar con ${first}`),
    paused: (
      <ButtonLink to={paths.search({ from: from.placeId, to: to.placeId })}>
        Buscar otro viaje
      </ButtonLink>
    ),
    change_missed: booking.connection?.maySayMissed && (
      <Suspense fallback={<Skeleton className="h-12 w-full" />}>
        <SayMissed booking={booking} primary />
      </Suspense>
    ),
    confirmed: (
      <Suspense fallback={<Skeleton className="h-12 w-full" />}>
        <FileButton booking={booking} kind="calendar" primary />
      </Suspense>
    ),
    evening: <Share booking={booking} label="Compartir mi viaje" />,
    riding: <Share booking={booking} label="Compartir dónde voy" />,
    change_ahead: <Share booking={booking} label="Compartir dónde voy" />,
    two_hours: from.point ? <WayThere point={from.point} /> : write(`Acordar con ${first}`),
    late: phone && (
      <div className="flex flex-wrap gap-2 *:grow">
        <Phones phone={phone} name={first} isMain />
      </div>
    ),
  }
  const action = actions[moment]
  return action ? <BottomBar action={action} /> : null
}

function WayThere({ point, className }: { point: StopPoint; className?: string }) {
  return (
    <a
      href={directionsTo(point)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass(className ? 'secondary' : 'primary', 'md', className)}
    >
      <Navigation aria-hidden="true" className="size-5" />
      <span>
        Cómo llegar<span className="sr-only"> a {point.name}</span>
      </span>
    </a>
  )
}

type PhonesProps = { phone: string; name: string; isMain?: boolean }

/** Links to call the driver and, where the phone is Colombian, to write on WhatsApp. */
function Phones({ phone, name, isMain = false }: PhonesProps) {
  const look = isMain ? 'px-3! wrap-anywhere' : TILE
  return (
    <>
      <a
        href={`tel:${phone}`}
        className={buttonClass(isMain ? 'primary' : 'secondary', 'md', look)}
      >
        <Phone aria-hidden="true" className="size-5" />
        <span>
          Llamar<span className={isMain ? undefined : 'sr-only'}> a {name}</span>
        </span>
      </a>
      {/^\+573\d{9}$/.test(phone) && (
        <a
          href={`https://wa.me/${phone.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'md', look)}
        >
          <MessageCircle aria-hidden="true" className="size-5" />
          <span>
            WhatsApp<span className="sr-only"> a {name} (se abre aparte)</span>
          </span>
        </a>
      )}
    </>
  )
}

type ShareProps = {
  booking: BookingView
  label: string
  variant?: 'primary' | 'secondary'
  className?: string
}

/** Opens the two ways to share: a link to follow the trip, and its public page. */
function Share({ booking, label, variant = 'primary', className }: ShareProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        icon={<Share2 aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {open && <ShareSheet booking={booking} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
