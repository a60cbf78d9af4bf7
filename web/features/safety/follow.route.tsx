import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { FOLLOW_SECONDS, POSITION_OLD_MINUTES } from '#contract/safety-limits.ts'
import type { FollowedTrip, FollowState } from '#contract/safety-shares.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, hasCode } from '#web/lib/api-error.ts'
import { secret } from '#web/lib/brand.ts'
import { dayAndTime, duration, sentence, theTime, time } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyPage } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { AnswerContact } from './answer-contact.tsx'

const PointMap = lazyPart(() => import('#web/ui/map/point-map.tsx'), 'PointMap')

export const meta = secret('Viaje compartido')

/** Prefix of the secret in invitations to be a trusted contact. */
const INVITATION = 'contacto.'

/** Page for a person who received a link from a traveller; needs no account. */
export default function Follow() {
  // The secret is in the fragment, so it reaches neither a server log nor another site.
  const secret = useLocation().hash.slice(1)
  if (!secret.startsWith(INVITATION)) return <FollowTrip token={secret} />
  return <AnswerContact token={secret.slice(INVITATION.length)} />
}

function FollowTrip({ token }: { token: string }) {
  const answer = useRead(
    ['followed-trip', token],
    (signal) => api.safety.followTrip({ body: { token }, signal }),
    {
      enabled: token !== '',
      networkMode: 'always',
      retry: (count, error) => count < 3 && !isFinal(error),
      // Polls only while the page is visible, and until the trip is over.
      refetchInterval: ({ state }) =>
        state.data?.trip.over || isFinal(state.error) ? false : FOLLOW_SECONDS * 1000,
      refetchOnReconnect: 'always',
    },
  )
  if (token === '' || hasCode(answer.error, 'share_not_found', 'invalid_request')) return <Gone />
  const trip = answer.data?.trip
  if (!trip) {
    return (
      <Page title="Viaje compartido">
        <QueryState query={answer} what="este viaje" rows={2} rowClass="h-48" />
      </Page>
    )
  }
  return <Followed trip={trip} stale={answer.isError} />
}

/** Whether the error is final: a retry would give the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
    ? error.status !== 429
    : false
}

function Gone() {
  return (
    <EmptyPage
      page="Viaje compartido"
      title="Este enlace ya no muestra ningún viaje"
      to={paths.home()}
      link="Conocer Cupo"
    >
      Puede que el viaje haya terminado, que dejaran de compartirlo o que el enlace se copiara a
      medias. Pídele uno nuevo a quien viaja.
    </EmptyPage>
  )
}

const BIG = 'tnum grid gap-3 wrap-anywhere sm:grid-cols-2 [&_dd]:text-lg'

function Followed({ trip, stale }: { trip: FollowedTrip; stale: boolean }) {
  const { traveller, from, to, change, state, over, asOf } = trip
  const status = followStates[state]
  return (
    <Page
      title={`El viaje de ${traveller.name}`}
      lead={`${from.name} → ${to.name}`}
      actions={<StatusPill tone={status.tone}>{status.text}</StatusPill>}
    >
      {over && (
        <Banner
          tone="info"
          title={state === 'no_news' ? 'Este enlace ya terminó' : 'El viaje terminó'}
          live="status"
        />
      )}
      <CardSection title="Cómo va" aside={<AsOf asOf={asOf} stale={stale} over={over} />}>
        <p role="status" className="text-lg font-semibold wrap-anywhere">
          {standingOf(trip)}
        </p>
        <Facts
          className={`mt-4 ${BIG}`}
          facts={[
            [`Sale de ${from.name}`, time(from.plannedAt)],
            [
              `Cambia de carro en ${change?.name}`,
              change && `${time(change.expectedAt)}, sale ${time(change.leavesAt)}`,
            ],
            [`Llega a ${to.name}`, time(to.expectedAt)],
          ]}
        />
      </CardSection>
      {!over && <Where trip={trip} />}
      {trip.car && (
        <CardSection title="El carro">
          <Facts
            className={BIG}
            facts={[
              ['Placa', trip.car.plate],
              ['Vehículo', `${trip.car.brand} ${trip.car.model}, ${trip.car.color.toLowerCase()}`],
              ['Conduce', trip.driver],
            ]}
          />
        </CardSection>
      )}
      <p className="text-sm text-muted">
        Si crees que algo anda mal, llama a {traveller.name}. En una emergencia, marca{' '}
        <a href="tel:123" className="font-semibold text-bosque underline">
          123
        </a>
        .
      </p>
    </Page>
  )
}

function AsOf({ asOf, stale, over }: { asOf: string; stale: boolean; over: boolean }) {
  if (over) return null
  return (
    <p className="text-sm text-muted">
      {stale ? 'Sin conexión · ' : ''}a {theTime(asOf)}
    </p>
  )
}

function Where({ trip }: { trip: FollowedTrip }) {
  const { position, traveller, asOf } = trip
  const tiles = useMapTiles(position !== null)
  if (!position) {
    return (
      <CardSection title="Dónde va">
        <p>
          {traveller.name} no está compartiendo su posición. Aparece cuando la active en su
          teléfono.
        </p>
      </CardSection>
    )
  }
  const { lat, lng, accuracyMeters, at } = position
  const isOld = Date.parse(asOf) - Date.parse(at) > POSITION_OLD_MINUTES * 60_000
  const waiting = <Skeleton className="h-72 w-full" />
  return (
    <CardSection title="Dónde va" className="grid gap-3">
      <p className={isOld ? 'font-semibold text-warn' : 'text-muted'}>
        Última posición: {ageOf(at, Date.parse(asOf))}, a {accuracyMeters} m a la redonda.
        {isOld && ' Puede que no tenga señal o que haya cerrado su tiquete.'}
      </p>
      <Suspense fallback={waiting}>
        {tiles ? (
          <PointMap
            label={`Mapa con la última posición de ${traveller.name}`}
            point={{ lat, lng, name: traveller.name }}
            tiles={tiles}
          />
        ) : (
          waiting
        )}
      </Suspense>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${lat},${lng}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-bosque underline"
      >
        Abrir en mapas
      </a>
    </CardSection>
  )
}

const followStates: Record<FollowState, { text: string; tone: PillTone }> = {
  waiting: { text: 'Por salir', tone: 'neutral' },
  on_the_way: { text: 'En camino', tone: 'info' },
  arrived: { text: 'Llegó', tone: 'ok' },
  no_news: { text: 'Sin noticias', tone: 'warn' },
  cancelled: { text: 'Cancelado', tone: 'err' },
}

/** Describes the progress of the trip in one sentence, only from recorded events. */
function standingOf(trip: FollowedTrip): string {
  const { state, traveller, from, to, startedAt, arrivedAt } = trip
  const { name, aboard, isDriver } = traveller
  if (state === 'cancelled') return `${name} no hace este viaje.`
  if (state === 'no_news') {
    const pressed = arrivedAt ? `El conductor registró la llegada a ${to.name}. ` : ''
    return trip.heardAt
      ? `${pressed}Sin noticias de ${name} desde ${dayAndTime(trip.heardAt)}`
      : `Sin noticias de ${name}: nadie registró la salida de ${from.name}.`
  }
  if (state === 'arrived' && arrivedAt) {
    const who = aboard ? name : 'El carro'
    const when = `${who} llegó a ${to.name} ${dayAndTime(arrivedAt)}`
    return aboard ? when : `${when}, y nadie registró que ${name} se subiera.`
  }
  if (trip.change?.isThere) {
    const leaves = sentence(`El segundo sale ${dayAndTime(trip.change.leavesAt)}`)
    return `${name} cambia de carro en ${trip.change.name}. ${leaves}`
  }
  if (state === 'on_the_way') {
    const arrives = arrivalOf(trip)
    if (aboard) return isDriver ? arrives : `${name} va en el carro. ${arrives}`
    return `El carro ya salió; ${name} aún no registra su subida en ${from.name}. ${arrives}`
  }
  const isPast = Date.parse(trip.asOf) > Date.parse(from.plannedAt)
  if (isPast && !startedAt) {
    const planned = `Debía salir de ${from.name} ${dayAndTime(from.plannedAt)}`
    return `${planned}, y nadie ha registrado la salida.`
  }
  return `Sale de ${from.name} ${dayAndTime(from.expectedAt)}`
}

/** When the traveller arrives; once that hour has passed, that nobody recorded it. */
function arrivalOf(trip: FollowedTrip): string {
  const { to, asOf } = trip
  if (asOf < to.expectedAt) {
    return withDelay(`Debe llegar a ${to.name} ${dayAndTime(to.expectedAt)}`, trip)
  }
  const planned = `Debía llegar a ${to.name} ${dayAndTime(to.plannedAt)}`
  return `${planned}, y nadie ha registrado la llegada.`
}

/** Adds the delay in words; until a change of car it is that of the first car only. */
function withDelay(arrives: string, { delayMinutes, change }: FollowedTrip): string {
  if (delayMinutes < 5) return arrives
  const late = duration(delayMinutes)
  if (!change) return `${arrives}, con ${late} de retraso`
  return `${sentence(arrives)} El primer carro va ${late} tarde.`
}

/** Age of the last update in words. */
function ageOf(at: string, asOf: number): string {
  const minutes = Math.floor((asOf - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'hace menos de un minuto'
  return `hace ${duration(minutes)}`
}
