import { AlarmClock, Car } from 'lucide-react'
import type { ReactNode } from 'react'
import { ROAD_STATES } from '#contract/back-office-road.ts'
import type { OpenRequest, QueueLoad, TripsToday } from '#contract/back-office-today.ts'
import type { Unsigned } from '#contract/proposal.ts'
import { shortTitle, type TeamQueue, teamQueues } from '#contract/team-queues.ts'
import { byUrgency } from '#contract/urgency.ts'
import {
  dateLong,
  duration,
  number,
  pesos,
  plural,
  seats,
  theTime,
  today,
} from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { clockOf, span } from '#web/shared/desk/back-office/queue-clock.ts'
import { useNow, useToday } from '#web/shared/desk/back-office/use-today.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Line, Rows } from './desk-parts.tsx'
import { TripLine } from './line-items.tsx'
import { titleOf } from './proposal-title.ts'

const addressOf = (queue: TeamQueue) => `/admin/${queue}`

/** First screen of the team: its queues, the most urgent first, and the trips of today. */
export function Screen() {
  const answer = neededAnswer(useToday())
  const now = useNow()
  return (
    <Page title="Hoy" lead={dateLong(now)} width="page">
      {answer ? (
        <>
          <Queues queues={answer.queues} now={now}>
            {answer.unsigned.length > 0 && <WaitingSignatures proposals={answer.unsigned} />}
            {answer.refunds.length > 0 && <LateRefunds refunds={answer.refunds} now={now} />}
          </Queues>
          {answer.trips && <Trips trips={answer.trips} now={now} />}
        </>
      ) : (
        <SkeletonList rows={3} rowClass="h-40" />
      )}
    </Page>
  )
}

/** The first proposals that wait for the viewer: person, act and amount of each. */
function WaitingSignatures({ proposals }: { proposals: readonly Unsigned[] }) {
  return (
    <CardSection
      title="Segunda firma: las primeras"
      aside={<Link to={addressOf('signatures')}>Ver todas</Link>}
    >
      <ul className="grid gap-1">
        {proposals.map((item) => (
          <li key={`${item.kind}-${item.id}`} className="wrap-anywhere">
            {titleOf(item)}
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

/** Recorded refunds that nobody signed for days: only people in danger come before them. */
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

type QueuesProps = { queues: readonly QueueLoad[]; now: number; children: ReactNode }

/** The queues, the most urgent first. What `children` shows stands after people in danger. */
function Queues({ queues, now, children }: QueuesProps) {
  const waiting = queues.filter(({ count }) => count > 0).sort(byUrgency)
  const isDanger = ({ urgency }: QueueLoad) => urgency === 'emergency' || urgency === 'safety'
  const danger = waiting.filter(isDanger)
  const others = waiting.filter((load) => !isDanger(load))
  const done = queues.filter(({ count }) => count === 0)
  return (
    <section aria-labelledby="queues" className="grid gap-4">
      <h2 id="queues" className="sr-only">
        Lo que espera por ti
      </h2>
      {danger.length > 0 && (
        <Card className="border-err! py-2!">
          <QueueLines loads={danger} now={now} />
        </Card>
      )}
      {children}
      {waiting.length === 0 && <Card>Nada espera por ti en este momento.</Card>}
      {others.length > 0 && (
        <Card className="py-2!">
          <QueueLines loads={others} now={now} />
        </Card>
      )}
      {done.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 text-muted">
          <h3 className="font-sans text-base font-normal tracking-normal">Al día:</h3>
          <ul className="contents">
            {done.map(({ queue }) => (
              <li key={queue}>
                <Link to={addressOf(queue)} className="inline-flex min-h-11 items-center">
                  {shortTitle(queue)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** Queues as lines that lead to their screens: number, clock, and age of the oldest item. */
function QueueLines({ loads, now }: { loads: readonly QueueLoad[]; now: number }) {
  const items = loads.map((load) => ({ ...load, id: load.queue }))
  return (
    <Rows items={items} to={({ queue }) => addressOf(queue)}>
      {({ queue, count, urgency, oldestAt, dueAt }) => {
        const { one, many } = teamQueues[queue]
        const clock = clockOf(dueAt, now, urgency)
        return (
          <Line
            head={
              <>
                {shortTitle(queue)}{' '}
                <span className="tnum font-normal">
                  {number(count)} {count === 1 ? one : many}
                </span>
              </>
            }
            aside={
              clock && (
                <StatusPill tone={clock.tone} icon={urgency === 'travel' ? Car : AlarmClock}>
                  {clock.text}
                </StatusPill>
              )
            }
            foot={oldestAt && `El más antiguo espera hace ${span(Date.parse(oldestAt), now)}`}
          />
        )
      }}
    </Rows>
  )
}

function Trips({ trips, now }: { trips: TripsToday; now: number }) {
  const day = today(now)
  const { departures, ahead, road, requests } = trips
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
      <RoadNow road={road} />
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

/** The road in short: how many are late, silent and under way, and the first of the late ones. */
function RoadNow({ road: { counts, items } }: { road: TripsToday['road'] }) {
  return (
    <CardSection title="En la vía ahora" aside={<Link to={deskLinks.road()}>Ver tablero</Link>}>
      <ul className="mb-2 flex flex-wrap gap-x-6 gap-y-1">
        {ROAD_STATES.map((state) => (
          <li key={state}>
            <strong className="tnum text-2xl">{number(counts[state])}</strong>{' '}
            <span className="text-sm text-muted">
              {tripStateWords[state].text.toLocaleLowerCase('es-CO')}
            </span>
          </li>
        ))}
      </ul>
      <Rows items={items} to={({ id }) => deskLinks.road(id)}>
        {({ from, to, plate, driver, state, lateMinutes }) => (
          <Line
            head={`${from} → ${to}`}
            aside={
              <StatusPill tone={tripStateWords[state].tone} icon={AlarmClock}>
                {duration(lateMinutes)}
              </StatusPill>
            }
            foot={`${tripStateWords[state].text} · ${plate} · ${driver.name}`}
          />
        )}
      </Rows>
    </CardSection>
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
