import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenRequest, QueueLoad, TripsToday } from '#contract/back-office-today.ts'
import type { TripOverview } from '#contract/back-office-trips.ts'
import type { Unsigned } from '#contract/proposal.ts'
import type { TeamQueue } from '#contract/team-queues.ts'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { byClock, clockOf, span } from '#web/domain/back-office/queue-clock.ts'
import { useNow, useToday } from '#web/domain/back-office/use-today.ts'
import { tripStateWords } from '#web/domain/trips/trip-state-words.ts'
import { dateLong, number, pesos, plural, seats, theTime, today } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Line, Rows } from './desk-parts.tsx'
import { TripLine } from './line-items.tsx'

/** What a queue holds: its name, and one and several of its items. */
const words: Record<TeamQueue, { title: string; one: string; many: string }> = {
  incidents: { title: 'Incidentes', one: 'abierto', many: 'abiertos' },
  tickets: { title: 'Soporte', one: 'mensaje por responder', many: 'mensajes por responder' },
  signatures: { title: 'Segunda firma', one: 'espera la tuya', many: 'esperan la tuya' },
  verification: { title: 'Verificaciones', one: 'persona', many: 'personas' },
  disputes: { title: 'Reclamos', one: 'por decidir', many: 'por decidir' },
  conduct: { title: 'Reportes y señales', one: 'caso', many: 'casos' },
  appeals: { title: 'Apelaciones', one: 'por responder', many: 'por responder' },
  'rating-cases': { title: 'Calificaciones', one: 'por revisar', many: 'por revisar' },
  withdrawals: { title: 'Retiros', one: 'por atender', many: 'por atender' },
  'payment-cases': { title: 'Casos de pagos', one: 'abierto', many: 'abiertos' },
  claims: {
    title: 'Cuentas cerradas con plata',
    one: 'reclamo sin resolver',
    many: 'reclamos sin resolver',
  },
  'reward-reviews': { title: 'Puntos', one: 'por revisar', many: 'por revisar' },
  'safe-points': { title: 'Puntos seguros', one: 'por revisar', many: 'por revisar' },
  deliveries: { title: 'Envíos fallidos', one: 'mensaje', many: 'mensajes' },
}

const addressOf = (queue: TeamQueue) => `/admin/${queue}`

/** First screen of the team: its queues, the most urgent first, and the trips of today. */
export function Screen() {
  const answer = neededAnswer(useToday())
  const now = useNow()
  return (
    <Page title="Hoy" lead={dateLong(now)} width="page">
      {answer ? (
        <>
          {answer.refunds.length > 0 && <LateRefunds refunds={answer.refunds} now={now} />}
          <Queues queues={answer.queues} now={now} />
          {answer.trips && <Trips trips={answer.trips} now={now} />}
        </>
      ) : (
        <SkeletonList rows={3} rowClass="h-40" />
      )}
    </Page>
  )
}

/** Recorded refunds that nobody signed for days: their money is held, so they come first. */
function LateRefunds({ refunds, now }: { refunds: readonly Unsigned[]; now: number }) {
  return (
    <CardSection title={`Devoluciones sin segunda firma · ${number(refunds.length)}`}>
      <p>
        El dinero sigue apartado. Compárala con el tablero de la pasarela y fírmala, o digan dos
        personas, con prueba, que no se pagó.
      </p>
      <ul className="grid gap-2">
        {refunds.map(({ id, subjectId, pesos: value, by, at, people }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3">
            <Link to={deskLinks.payment(subjectId ?? '')}>
              {pesos(value ?? 0)} de {people[0]?.name ?? 'una persona'}
            </Link>
            <span className="text-muted">La anotó {by}</span>
            <StatusPill tone="err" icon={AlarmClock}>
              hace {span(Date.parse(at), now)}
            </StatusPill>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Queues({ queues, now }: { queues: readonly QueueLoad[]; now: number }) {
  const waiting = queues.filter(({ count }) => count > 0).sort(byClock)
  const done = queues.filter(({ count }) => count === 0)
  return (
    <section aria-labelledby="queues" className="grid gap-4">
      <h2 id="queues" className="sr-only">
        Lo que espera por ti
      </h2>
      {waiting.length === 0 && <Card>Nada espera por ti en este momento.</Card>}
      {waiting.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {waiting.map((load) => (
            <li key={load.queue} className="grid">
              <QueueCard load={load} now={now} />
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 text-muted">
          <h3 className="font-sans text-base font-normal tracking-normal">Al día:</h3>
          <ul className="contents">
            {done.map(({ queue }) => (
              <li key={queue}>
                <Link to={addressOf(queue)} className="inline-flex min-h-11 items-center">
                  {words[queue].title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** A queue as a card that leads to its screen: number, age of the oldest item, and clock. */
function QueueCard({ load, now }: { load: QueueLoad; now: number }) {
  const { queue, count, oldestAt, dueAt } = load
  const { title, one, many } = words[queue]
  const clock = clockOf(dueAt, now)
  return (
    <PlainLink
      to={addressOf(queue)}
      className="grid content-start gap-1 rounded-card border border-line bg-surface p-4 shadow-card
        hover:border-bosque"
    >
      <span className="font-semibold">{title}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="tnum text-3xl leading-none font-bold">{number(count)}</span>
        <span>{count === 1 ? one : many}</span>
      </span>
      {oldestAt && (
        <span className="tnum text-sm text-muted">
          El más antiguo espera hace {span(Date.parse(oldestAt), now)}
        </span>
      )}
      {clock && (
        <StatusPill tone={clock.tone} icon={AlarmClock} className="mt-1 justify-self-start">
          {clock.text}
        </StatusPill>
      )}
    </PlainLink>
  )
}

function Trips({ trips, now }: { trips: TripsToday; now: number }) {
  const day = today(now)
  const { departures, ahead, road, requests } = trips
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
      <FirstOf
        title="En la vía"
        list={road}
        lead="Por lo que oprimen y por sus posiciones, no por el plan."
        none="Ningún viaje con pasajeros está en la vía."
        to={({ id }) => deskLinks.trip(id)}
      >
        {(trip) => <RoadLine trip={trip} now={now} />}
      </FirstOf>
      <FirstOf
        title="Pedidos sin respuesta"
        list={requests}
        none="Ningún conductor tiene pedidos por responder."
        to={({ id }) => deskLinks.booking(id)}
        all={deskLinks.bookings('?estado=requested')}
      >
        {(request) => <RequestLine request={request} now={now} />}
      </FirstOf>
      <FirstOf
        title="Salidas que faltan hoy"
        list={ahead}
        lead={`${plural(departures, 'viaje', 'viajes')} en todo el día.`}
        none="Hoy no sale ningún viaje más."
        className="lg:col-span-2"
        to={({ id }) => deskLinks.trip(id)}
        all={deskLinks.trips(`?desde=${day}&hasta=${day}`)}
      >
        {(trip) => <TripLine trip={trip} />}
      </FirstOf>
    </div>
  )
}

type FirstOfProps<Item> = {
  title: string
  list: { count: number; items: readonly Item[] }
  lead?: string
  none: string
  to: (item: Item) => string
  all?: string
  className?: string
  children: (item: Item) => ReactNode
}

/** The first items of a list of today, with its number. */
function FirstOf<Item extends { id: string }>(props: FirstOfProps<Item>) {
  const { title, list, lead, none, to, all, className, children } = props
  return (
    <CardSection
      className={className}
      title={`${title} · ${number(list.count)}`}
      aside={all && <Link to={all}>Ver todo</Link>}
    >
      {lead && <p className="text-sm text-muted">{lead}</p>}
      {list.items.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <Rows items={list.items} to={to}>
          {children}
        </Rows>
      )}
    </CardSection>
  )
}

function RoadLine({ trip, now }: { trip: TripOverview; now: number }) {
  const { from, to, departsAt, expectedAt, driver, plate, sold, state } = trip
  const { text, tone } = tripStateWords[state]
  const leaves = state === 'late_to_leave'
  const since = leaves ? departsAt : expectedAt
  const late = state === 'on_the_way' ? '' : `: ${span(Date.parse(since), now)}`
  const plan = leaves ? `Salía a ${theTime(departsAt)}` : `Llega a ${theTime(expectedAt)}`
  return (
    <Line
      head={`${from} → ${to}`}
      aside={
        <StatusPill tone={tone} {...(late && { icon: AlarmClock })}>
          {text}
          {late}
        </StatusPill>
      }
      foot={`${plan} · ${driver.name} · ${plate} · ${seats(sold)}`}
    />
  )
}

function RequestLine({ request, now }: { request: OpenRequest; now: number }) {
  const { from, to, picksUpAt, driver, expiresAt } = request
  const clock = clockOf(expiresAt, now)
  return (
    <Line
      head={`${from} → ${to}`}
      aside={
        clock && (
          <StatusPill tone={clock.tone} icon={AlarmClock}>
            {clock.text}
          </StatusPill>
        )
      }
      foot={`${driver.name} · ${seats(request.seats)} · recoge a ${theTime(picksUpAt)}`}
    />
  )
}
