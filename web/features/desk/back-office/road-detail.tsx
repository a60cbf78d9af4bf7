import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageSquare, Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { RoadPassenger, RoadTrip } from '#contract/back-office-road.ts'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import { ROAD_MESSAGE_MAX, ROAD_MESSAGE_MIN } from '#contract/desk-action-limits.ts'
import { REVEALED_SECONDS } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { pesos, phone, plural, theTime } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useNote } from '#web/ui/use-note.ts'
import { useMay } from './desk-parts.tsx'

/** The chosen trip: whom to call or write, who travels, and what they may do now. */
export function RoadDetail({ trip }: { trip: RoadTrip }) {
  const data = useNeeded(
    queryKeys.roadTrip(trip.id),
    (signal) => api.backOffice.showRoadTrip({ params: { tripId: trip.id }, signal }),
    { refetchInterval: 30_000 },
  )
  return (
    <Card className="grid gap-3 p-4!">
      <RouterLink to="?" className="min-h-11 content-center font-semibold text-bosque xl:hidden">
        Volver al tablero
      </RouterLink>
      <div>
        <h2 className="text-xl">
          {trip.from} → {trip.to}
        </h2>
        <p className="text-sm text-muted">salida a {theTime(trip.departsAt)}</p>
      </div>
      {data ? <People trip={trip} {...data} /> : <SkeletonList rows={3} rowClass="h-12" />}
      <Link to={deskLinks.trip(trip.id)}>Abrir el viaje</Link>
    </Card>
  )
}

type PeopleProps = { trip: RoadTrip } & Awaited<ReturnType<typeof api.backOffice.showRoadTrip>>

function People({ trip, driver, passengers, atStake, toldAt }: PeopleProps) {
  const [mayCall, mayWrite] = [useMay('people.reveal'), useMay('tickets.answer')]
  const leaving = passengers.filter(({ mayLeave }) => mayLeave).length
  const can = leaving === 1 ? 'ya puede' : 'ya pueden'
  return (
    <>
      <p className="flex items-center gap-3 wrap-anywhere">
        <Avatar name={driver.name} photoUrl={driver.photoUrl} />
        <span className="min-w-0">
          <Link to={deskLinks.person(driver.id)}>{driver.name}</Link>
          <span className="block text-sm text-muted">
            {plural(driver.tripsCompleted, 'viaje', 'viajes')} · {trip.plate}
          </span>
        </span>
      </p>
      {mayCall && <CallDriver trip={trip} />}
      {mayWrite && <WriteToAll trip={trip} people={passengers.length} toldAt={toldAt} />}
      {!mayCall && !mayWrite && (
        <p className="text-sm text-muted">Quien llama y escribe es el equipo de soporte.</p>
      )}
      {passengers.length > 0 && (
        <ul aria-label="Pasajeros" className="divide-y divide-line border-y border-line">
          {passengers.map((who) => (
            <li key={who.id} className="flex items-center gap-2 py-2 wrap-anywhere">
              <Avatar name={who.name} photoUrl={who.photoUrl} size="sm" />
              <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-2">
                <Link to={deskLinks.person(who.id)}>{who.name}</Link>
                <span className="text-sm text-muted">{stateOf(who)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {leaving > 0 && (
        <p className="text-sm">
          Pasaron {LATE_AFTER_MINUTES} min: {leaving} de {passengers.length} {can} irse sin costo.
          {atStake > 0 && ` En juego ${pesos(atStake)}.`}
        </p>
      )}
    </>
  )
}

function stateOf({ aboard, arrived, place }: RoadPassenger): string {
  if (arrived !== null) return arrived ? 'dijo que llegó' : 'dijo que no llegó'
  return aboard ? `a bordo hasta ${place}` : `espera en ${place}`
}

/** Shows the driver's number for a minute; each press is recorded for team and driver. */
function CallDriver({ trip }: { trip: RoadTrip }) {
  const [number, setNumber] = useState<string | null>(null)
  useEffect(() => {
    if (number === null) return
    const timer = setTimeout(() => setNumber(null), REVEALED_SECONDS * 1_000)
    return () => clearTimeout(timer)
  }, [number])
  const call = useMutation({
    mutationFn: () =>
      api.backOffice.revealDatum({
        params: { userId: trip.driver.id },
        body: {
          field: 'phone',
          why: {
            reason: `Llamar por el viaje ${trip.from} → ${trip.to} de ${theTime(trip.departsAt)}`,
          },
        },
      }),
    gcTime: 0,
    onSuccess: ({ value }) => {
      setNumber(value)
      if (matchMedia('(pointer: coarse)').matches) location.assign(`tel:${value}`)
    },
  })
  return (
    <>
      <Button run={call}>
        <Phone className="size-5" />
        Llamar al conductor
        <Key of="c" className="border-current" />
      </Button>
      <p aria-live="polite" className="tnum text-center font-semibold empty:hidden">
        {number && <a href={`tel:${number}`}>{phone(number)}</a>}
      </p>
      <ErrorBanner error={call.error} />
    </>
  )
}

type WriteProps = { trip: RoadTrip; people: number; toldAt: string | null }

/** Writes once to everybody of the trip, by every channel. */
function WriteToAll({ trip, people, toldAt }: WriteProps) {
  const [id, setId] = useState<string | null>(null)
  const { note: text, field, attempt, clear } = useNote(ROAD_MESSAGE_MIN)
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (key: string) =>
      api.backOffice.tellRoadTrip({ params: { tripId: trip.id }, body: { id: key, text } }),
    onSuccess: async () => {
      setId(null)
      clear()
      await queries.invalidateQueries({ queryKey: queryKeys.roadTrip(trip.id) })
    },
  })
  const to = people === 0 ? 'al conductor' : people === 1 ? 'a los 2' : `a los ${people + 1}`
  return (
    <>
      <Button variant="secondary" onClick={() => setId(newIdempotencyKey())}>
        <MessageSquare className="size-5" />
        Escribir {to}
        <Key of="m" />
      </Button>
      <p aria-live="polite" className="text-sm text-muted empty:hidden">
        {toldAt && `El equipo les escribió a ${theTime(toldAt)}`}
      </p>
      <Dialog
        open={id !== null}
        onClose={() => setId(null)}
        title={`Escribir ${to} del viaje`}
        footer={
          <Button pending={send.isPending} onClick={() => id && attempt(() => send.mutate(id))}>
            Enviar {to}
          </Button>
        }
      >
        <p>
          Les llega ya al conductor y a quienes tienen cupo: en Cupo, por correo y al celular. No se
          puede recoger.
        </p>
        <TextArea label="Mensaje" rows={4} maxLength={ROAD_MESSAGE_MAX} {...field} />
        <ErrorBanner error={send.error} />
      </Dialog>
    </>
  )
}
