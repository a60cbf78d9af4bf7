import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  MARKED_MOVE_HOURS,
  MOVE_FARTHEST_HOURS,
  MOVE_NOTICE_HOURS,
} from '#contract/booking-limits.ts'
import { SEATS_MAX, TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { ChangePreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { addDays, dateTime, pesos, plural, today } from '#web/lib/format.ts'
import { momentOf } from '#web/lib/moment.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import {
  BookingTerms,
  NotesField,
  PaymentModesField,
  PreferencesCard,
} from '#web/shared/trips/trip-fields.tsx'
import { useTrip } from '#web/shared/trips/use-trip.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Later } from '#web/ui/later.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Page } from '#web/ui/page.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import {
  affectedSentence,
  crossedSentence,
  leaveSentence,
  lostSentence,
  savedSentence,
} from './change-words.ts'
import { EditStops } from './edit-stops.tsx'
import { changesOf, editBody, seatsTaken, type TripChanges } from './trip-changes.ts'

export const meta = () => [{ title: titled('Cambiar viaje') }]

export default function EditTrip() {
  const { tripId = '' } = useParams()
  const trip = neededAnswer(useTrip(tripId))?.trip
  // Read before the form is shown, which a later answer would move.
  const own = useSeries()
  if (trip && !trip.can.cancel) return <NotEditable tripId={tripId} />
  return (
    <Page title="Cambiar viaje" back={{ to: paths.ownTrip(tripId), label: 'Volver al viaje' }}>
      {trip && !own.isLoading ? (
        <EditForm key={trip.id} trip={trip} />
      ) : (
        <SkeletonList rows={3} rowClass="h-44" />
      )}
    </Page>
  )
}

function NotEditable({ tripId }: { tripId: string }) {
  return (
    <Page title="Cambiar viaje">
      <EmptyState
        region="paramo"
        title="Este viaje ya no se puede cambiar"
        action={<ButtonLink to={paths.ownTrip(tripId)}>Ver el viaje</ButtonLink>}
      >
        Solo quien lo publicó puede cambiarlo, y hasta la hora de salida.
      </EmptyState>
    </Page>
  )
}

function EditForm({ trip }: { trip: TripView }) {
  const [changes, setChanges] = useState(() => changesOf(trip))
  const navigate = useNavigate()
  const online = useOnline()
  const body = editBody(trip, changes)
  const save = useAct(() => api.tripChanges.edit({ params: { tripId: trip.id }, body }), {
    onDone: ({ trip: saved }) => {
      tellResult([trip.id], savedSentence(trip, saved))
      void navigate(paths.ownTrip(trip.id))
    },
    refresh: [
      ['trip', trip.id],
      queryKeys.passengers(trip.id),
      queryKeys.publishedTrips(),
      ['search'],
    ],
  })
  const change = (next: Partial<typeof changes>) => setChanges({ ...changes, ...next })
  const unchanged = Object.keys(body).length === 0
  const moment = momentOf(changes)
  const preview = useChangePreview(trip.id, moment)
  const refused = typeof preview?.now?.refusal === 'string'
  // Saving waits for the preview, which says who will be notified.
  const asked = preview === undefined || preview.now !== undefined
  const ready = moment !== null && asked && !refused && changes.paymentModes.length > 0
  const affected = preview?.now && affectedSentence(preview.now)
  return (
    <div className="flex flex-col gap-6">
      <OnlyThisDay tripId={trip.id} />
      <MomentAndPrice {...{ trip, preview, changes, change }} />
      <Later rows={3}>
        <EditStops
          trip={trip}
          stops={changes.stops}
          booked={preview?.bookedStops}
          onChange={(stops) => change({ stops })}
        />
      </Later>
      <TripTermsFields {...{ trip, changes, change }} />
      <PreferencesCard
        preferences={changes.preferences}
        onChange={(next) => change({ preferences: { ...changes.preferences, ...next } })}
      />
      {save.isError && (
        <TakesFocus>
          <Banner tone="err" title={messageOf(save.error)}>
            Tu viaje sigue como estaba.
          </Banner>
        </TakesFocus>
      )}
      <BottomBar
        action={
          <Button run={save} pendingText="Guardando…" disabled={!online || unchanged || !ready}>
            Guardar cambios
          </Button>
        }
      >
        <p className="text-sm text-muted">{unchanged ? 'Aún no has cambiado nada.' : affected}</p>
      </BottomBar>
    </div>
  )
}

const useSeries = () => useRead(queryKeys.tripSeries(), (signal) => api.recurrence.mine({ signal }))

/** Says of a day of a weekly trip that the others stay as they are. */
function OnlyThisDay({ tripId }: { tripId: string }) {
  const repeats = useSeries().data?.series.some(({ status, days }) => {
    const ids = days.flatMap((day) => [day.tripId, day.returnTripId])
    return status !== 'stopped' && ids.includes(tripId)
  })
  return (
    repeats && (
      <Banner tone="info" live="off">
        Este viaje se repite: lo que cambies vale solo para este día. Para cambiar también los que
        vienen, deja de repetirlo en <Link to={paths.myTrips('conductor')}>Mis viajes</Link> y
        publícalo otra vez.
      </Banner>
    )
  )
}

type TripTermsFieldsProps = {
  trip: TripView
  changes: TripChanges
  change: (next: Partial<TripChanges>) => void
}

/** Fields for seats, booking and payment modes, and notes. */
function TripTermsFields({ trip, changes, change }: TripTermsFieldsProps) {
  const taken = seatsTaken(trip)
  const sold = plural(taken, 'cupo ya está reservado', 'cupos ya están reservados')
  return (
    <>
      <Card className="grid gap-3">
        <NumberStepper
          label="Cupos"
          hint={taken > 0 ? sold : 'Puestos libres que ofreces'}
          value={changes.seats}
          min={Math.max(1, taken)}
          max={SEATS_MAX}
          onChange={(seats) => change({ seats })}
        />
        <BookingTerms terms={changes} onChange={change} />
      </Card>
      <PaymentModesField
        legend="Formas de pago de las próximas reservas"
        chosen={changes.paymentModes}
        onChange={(paymentModes) => change({ paymentModes })}
        error={changes.paymentModes.length === 0 ? 'Elige al menos una forma de pago.' : null}
      />
      <NotesField notes={changes.notes} onChange={(notes) => change({ notes })} />
    </>
  )
}

type MomentAndPriceProps = {
  trip: TripView
  preview: MovePreview | undefined
  changes: TripChanges
  change: (next: Partial<TripChanges>) => void
}

function MomentAndPrice({ trip, preview, changes, change }: MomentAndPriceProps) {
  const moment = momentOf(changes)
  const params = { tripId: trip.id }
  const body = { departsAt: moment ?? '', seats: changes.seats }
  const quote = useRead(
    queryKeys.quote({ ...params, ...body }),
    (signal) => api.tripChanges.quote({ params, body, signal }),
    { enabled: moment !== null, staleTime: 300_000 },
  )
  const late = preview?.movable === false
  return (
    <CardSection title="Salida y precio">
      <Rules late={late} booked={preview ? preview.booked : seatsTaken(trip) > 0} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Fecha del viaje"
          type="date"
          disabled={late}
          min={today()}
          max={addDays(today(), TRIP_DAYS_AHEAD_MAX)}
          value={changes.date}
          onChange={(event) => change({ date: event.target.value })}
        />
        <TextField
          label="Hora de salida"
          type="time"
          disabled={late}
          error={preview?.now?.refusal ?? undefined}
          value={changes.time}
          onChange={(event) => change({ time: event.target.value })}
        />
        <PesoField
          label="Precio por cupo"
          hint={quote.data ? rangeWords('Entre', quote.data.seat) : '\u00a0'}
          value={changes.price || null}
          onChange={(price) => change({ price: price ?? 0 })}
          error={
            quote.data && priceIsOther(trip, changes, quote.data.seat)
              ? `${rangeWords('Elige un valor entre', quote.data.seat)}.`
              : undefined
          }
        />
      </div>
      {preview?.now && <MovedPassengersNote preview={preview.now} />}
    </CardSection>
  )
}

const BOOKED_WORDS =
  `Ya hay cupos reservados. Puedes mover la salida hasta ${MOVE_FARTHEST_HOURS} horas, y hasta ` +
  `${MOVE_NOTICE_HOURS} horas antes de salir. El precio nuevo es para quienes reserven después: ` +
  'los demás siguen con el precio que aceptaron, que cuenta en el costo del viaje: por eso el ' +
  'más alto de un cupo libre puede ser menor.'

function Rules({ late, booked }: { late: boolean; booked: boolean }) {
  if (late) {
    return (
      <p className="mb-4 text-muted">
        Ya no puedes mover la hora: tus pasajeros van en camino. Si no puedes viajar, cancela el
        viaje: quien pagó con su billetera recupera todo.
      </p>
    )
  }
  if (!booked) return null
  return <p className="mb-4 text-muted">{BOOKED_WORDS}</p>
}

type Range = { min: number; max: number }

function rangeWords(start: string, { min, max }: Range): string {
  return `${start} ${pesos(min)} y ${pesos(max)}`
}

/** A price that the driver changed to one that the server refuses. */
function priceIsOther(trip: TripView, { price }: TripChanges, { min, max }: Range): boolean {
  return price !== trip.seatPrice && (price < min || price > max)
}

/** Shown before saving: who is notified of the new time, and what they may do. */
function MovedPassengersNote({ preview }: { preview: ChangePreview }) {
  const sentence = affectedSentence(preview)
  if (!sentence) return null
  return (
    <Banner tone="warn" title={sentence} className="mt-5">
      <ul className="grid gap-2">
        {preview.told.map(({ bookingId, name, from, before, after, ...leaving }) => (
          <li key={bookingId}>
            <span className="font-semibold">{name}</span>, en {from}
            <span className="block text-sm">{leaveSentence(leaving)}</span>
            <span className="tnum block text-sm">
              <span className="sr-only">Antes: </span>
              <del className="text-muted">{dateTime(before)}</del>{' '}
              <span className="inline-block">
                <span aria-hidden="true">→ </span>
                <span className="sr-only">Ahora: </span>
                {dateTime(after)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {preview.changesLost > 0 && <p className="mt-2">{lostSentence(preview.changesLost)}</p>}
      {preview.crossed > 0 && <p className="mt-2">{crossedSentence(preview.crossed)}</p>}
      {preview.marked && (
        <p className="mt-2">
          Falta menos de un día y lo habrás movido {MARKED_MOVE_HOURS} horas o más en total: quedará
          en tu historial público.
        </p>
      )}
    </Banner>
  )
}

/** The server's preview of moving the trip to this departure. */
type MovePreview = Pick<ChangePreview, 'movable' | 'booked' | 'bookedStops'> & {
  /** Preview of the departure now in the fields; undefined while it loads. */
  now: ChangePreview | undefined
}

/** Undefined until the first answer. Saving works without it: the server validates the change. */
function useChangePreview(tripId: string, moment: string | null): MovePreview | undefined {
  const answer = useRead(
    queryKeys.changePreview(tripId, moment),
    (signal) => {
      const body = { departsAt: moment ?? '' }
      return api.tripChanges.preview({ params: { tripId }, body, signal })
    },
    { enabled: moment !== null, placeholderData: keepPreviousData },
  )
  const preview = answer.data?.preview
  if (!preview) return undefined
  const { movable, booked, bookedStops } = preview
  return { movable, booked, bookedStops, now: answer.isPlaceholderData ? undefined : preview }
}
