import type { Overlap } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, type ApiErrorCode, hasCode, isFinal, messageOf } from '#web/lib/api-error.ts'
import { dayAndTime, pesos, sentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { IdentityDoor } from '#web/shared/verification/identity-door.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { focusChoice } from './book-choices.tsx'
import type { BookPlan } from './book-plan.ts'

const anotherPart: ApiErrorCode[] = [
  'one_seat_each',
  'seats_unavailable',
  'stop_not_offered',
  'stop_not_found',
  'stops_out_of_order',
]
const anotherTrip: ApiErrorCode[] = [
  'trip_departed',
  'request_too_late',
  'trip_not_bookable',
  'trip_not_found',
  'own_trip',
  'trip_unavailable',
  'keep_not_found',
]
/** Refusals of the person, which are about neither car. */
const ofPerson: ApiErrorCode[] = [
  'connections_paused',
  'debt_open',
  'email_unconfirmed',
  'insufficient_funds',
  'profile_incomplete',
  'too_many_connections',
]
const anotherPoint: ApiErrorCode[] = ['safe_point_not_found', 'point_not_offered']
const anotherPayment: ApiErrorCode[] = [
  'payment_mode_not_offered',
  'driver_balance_low',
  'too_many_open_bookings',
  'returns_limit',
]

/** Why the booking was refused, with a link to the choice that fixes it. */
export function BookRefusal({ error, plan }: { error: unknown; plan: BookPlan }) {
  const here = useHere()
  const { change } = plan
  const part = change && !hasCode(error, ...ofPerson) ? partOf(error) : null
  const trip = part === 2 && change ? change.trip : plan.trip
  if (hasCode(error, 'already_booked')) return <AlreadyBooked tripId={trip.id} />
  const overlap = overlapOf(error)
  if (overlap) return <Overlapping overlap={overlap} />
  if (hasCode(error, 'price_changed')) {
    return (
      <Banner tone="warn" live="alert" title="El precio cambió">
        Ahora son {pesos(plan.total)}. Si estás de acuerdo, confirma de nuevo.
      </Banner>
    )
  }
  if (!isFinal(error)) {
    return (
      <Banner tone="err" title={messageOf(error)}>
        No sabemos si tu reserva alcanzó a quedar. Intenta de nuevo con tranquilidad: no queda dos
        veces.
      </Banner>
    )
  }
  return (
    <Banner
      tone="err"
      title={`${part ? `${PART_WORDS[part]}: ` : ''}${messageOf(error)}`}
      action={wayOut(error, { ...plan, trip }, here)}
    >
      No se hizo la reserva{plan.mode === 'billetera' && ' y tu dinero sigue igual'}.
    </Banner>
  )
}

const PART_WORDS = { 1: 'Primer carro', 2: 'Segundo carro' } as const

/** The part of a trip with one change that a refusal is about; null when it is about both. */
function partOf(error: unknown): 1 | 2 | null {
  const named = error instanceof ApiError ? (error.details as { part?: unknown } | undefined) : null
  return named?.part === 1 || named?.part === 2 ? named.part : null
}

function wayOut(error: unknown, { trip, segment, seats, change }: BookPlan, address: string) {
  const toTrip = paths.trip(trip.id, { seats })
  const link = (to: string, text: string) => (
    <ButtonLink to={to} size="sm" variant="secondary">
      {text}
    </ButtonLink>
  )
  const button = (choice: 'points' | 'payment', text: string) => (
    <Button size="sm" variant="secondary" onClick={() => focusChoice(choice)}>
      {text}
    </Button>
  )
  const elsewhere = link(paths.search(), 'Buscar otro viaje')
  if (change && hasCode(error, ...anotherPart)) return elsewhere
  if (hasCode(error, 'too_many_connections')) return link(paths.myTrips(), 'Ver mis viajes')
  if (hasCode(error, ...anotherPart)) return link(toTrip, 'Elegir otro tramo')
  if (hasCode(error, ...anotherTrip)) return elsewhere
  const needs = (['women_only', 'verified_only'] as const).find((code) => hasCode(error, code))
  const stops = { from: segment.fromStopId, to: segment.toStopId, seats }
  const here = change ? address : paths.book(trip.id, stops)
  if (needs) {
    const door = trip.bookingDoor ?? { needs, inReview: false }
    return <IdentityDoor {...{ door }} returnTo={here} />
  }
  if (hasCode(error, 'debt_open', 'insufficient_funds'))
    return link(paths.wallet({ returnTo: here }), 'Recargar mi billetera')
  if (hasCode(error, 'email_unconfirmed'))
    return link(paths.profile('correo'), 'Confirmar mi correo')
  if (hasCode(error, ...anotherPoint)) return button('points', 'Elegir otro punto de encuentro')
  if (!hasCode(error, ...anotherPayment)) return change ? elsewhere : null
  return trip.paymentModes.length > 1 ? button('payment', 'Cambiar la forma de pago') : elsewhere
}

/** The overlapping booking or trip; null for every other refusal. */
export function overlapOf(error: unknown): Overlap | null {
  const named = error instanceof ApiError && error.code === 'overlapping_booking'
  return named ? (error.details as Overlap) : null
}

/** Refusal because of an overlapping journey: links to the existing booking or trip. */
export function Overlapping({ overlap }: { overlap: Overlap }) {
  const { kind, id, route, at } = overlap
  const mine = kind === 'booking'
  return (
    <Banner
      tone="warn"
      live="alert"
      title={mine ? 'Ya tienes una reserva a esa hora' : 'A esa hora manejas tu propio viaje'}
      action={
        <ButtonLink to={mine ? paths.booking(id) : paths.trip(id)} size="sm" variant="secondary">
          {mine ? 'Ver esa reserva' : 'Ver ese viaje'}
        </ButtonLink>
      }
    >
      {sentence(`${route}, ${dayAndTime(at)}`)} No se hizo otra reserva.
    </Banner>
  )
}

/** Refusal because a person may have one active booking per trip: links to the existing one. */
export function AlreadyBooked({ tripId }: { tripId: string }) {
  const mine = useRead(queryKeys.bookings('upcoming'), (signal) =>
    api.bookings.list({ query: { scope: 'upcoming' }, signal }),
  )
  const booking = mine.data?.bookings.find((each) => each.tripId === tripId)
  return (
    <Banner
      tone="info"
      live="alert"
      title="Ya tienes una reserva en este viaje"
      action={
        <ButtonLink
          to={booking ? paths.booking(booking.id) : paths.myTrips('pasajero')}
          size="sm"
          variant="secondary"
        >
          Ver mi reserva
        </ButtonLink>
      }
    >
      No se hizo otra reserva.{booking?.can.changeSegment && ' En ella puedes cambiar de tramo.'}
    </Banner>
  )
}
