import { AlarmClock, Car, MessageSquare, PenLine, Siren } from 'lucide-react'
import { ROAD_STATES } from '#contract/back-office-road.ts'
import type { OwnWork, QueueLoad, TripsToday } from '#contract/back-office-today.ts'
import type { Unsigned } from '#contract/proposal.ts'
import { shortTitle, type TeamQueue, teamQueues } from '#contract/team-queues.ts'
import { byUrgency } from '#contract/urgency.ts'
import { dateLong, duration, number, pesos, plural, today } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useNow } from '#web/lib/use-now.ts'
import { DaySentence, useDays } from '#web/shared/books/day-sentence.tsx'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { clockOf, span } from '#web/shared/desk/back-office/queue-clock.ts'
import { useToday } from '#web/shared/desk/back-office/use-today.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Line, Rows, useMay } from './desk-parts.tsx'
import { titleOf } from './proposal-title.ts'

const addressOf = (queue: TeamQueue) => `/admin/${queue}`

/** First screen of the team: own work, queues without an owner, and the road and books in short. */
export function Screen() {
  const answer = neededAnswer(useToday())
  const now = useNow()
  const maySeeBooks = useMay('reconciliation.decide')
  return (
    <Page title="Hoy" lead={dateLong(now)} width="page" dense="titled">
      {answer ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Queues {...answer} now={now} />
          <div className="grid min-w-0 gap-4">
            {answer.trips && <RoadNow trips={answer.trips} now={now} />}
            {maySeeBooks && <Yesterday />}
          </div>
        </div>
      ) : (
        <SkeletonList rows={3} rowClass="h-40" />
      )}
    </Page>
  )
}

/** Yesterday's books in one sentence. */
function Yesterday() {
  const [day] = useDays().data?.days ?? []
  return day ? <DaySentence day={day} action={<Link to="/admin/day">Ver el día</Link>} /> : null
}

type OwnProps = { mine: readonly OwnWork[]; unsigned: readonly Unsigned[]; now: number }

/** What only the viewer does: what they took, and signatures that wait for theirs; keys 1 to 9. */
function Own({ mine, unsigned, now }: OwnProps) {
  const taken = mine.map(({ kind, id, number: no, name, at, urgency, dueAt }) => {
    const who = name || 'un visitante'
    const isTicket = kind === 'ticket'
    return {
      id,
      Icon: isTicket ? MessageSquare : Siren,
      to: isTicket ? deskLinks.ticket(id) : deskLinks.incident(id),
      title: isTicket ? `${who} espera tu respuesta · ${no}` : `Emergencia de ${who}`,
      clock: clockOf(dueAt, now, urgency),
      age: isTicket ? `escribió hace ${span(Date.parse(at), now)}` : 'la tienes tú',
    }
  })
  const signatures = unsigned.map((item) => ({
    id: `${item.kind}-${item.id}`,
    ...{ Icon: PenLine, to: addressOf('signatures'), title: titleOf(item), clock: null },
    age: `espera tu firma hace ${span(Date.parse(item.at), now)}`,
  }))
  const items = [...taken, ...signatures].slice(0, 9).map((item, row) => ({ ...item, row }))
  if (items.length === 0) return null
  return (
    <CardSection title="Lo tuyo">
      <Rows items={items} to={({ to }) => to}>
        {({ Icon, title, clock, age, row }) => (
          <Line
            head={
              <span className="flex items-center gap-2">
                <Key of={String(row + 1)} />
                <Icon className="size-5 shrink-0 text-bosque" />
                {title}
              </span>
            }
            aside={
              clock && (
                <StatusPill tone={clock.tone} icon={AlarmClock}>
                  {clock.text}
                </StatusPill>
              )
            }
            foot={age}
          />
        )}
      </Rows>
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

type QueuesProps = OwnProps & { queues: readonly QueueLoad[]; refunds: readonly Unsigned[] }

/** Danger, late refunds, own work, then queues without an owner; what has time is a sentence. */
function Queues({ queues, refunds, mine, unsigned, now }: QueuesProps) {
  const waiting = queues.filter(({ count }) => count > 0).sort(byUrgency)
  const isDanger = ({ urgency }: QueueLoad) => urgency === 'emergency' || urgency === 'safety'
  const hasTime = (load: QueueLoad) =>
    !isDanger(load) && (clockOf(load.dueAt, now, load.urgency)?.tone ?? 'neutral') === 'neutral'
  const danger = waiting.filter(isDanger)
  const others = waiting.filter((load) => !isDanger(load) && !hasTime(load))
  const done = queues.filter(({ count }) => count === 0)
  return (
    <section aria-labelledby="queues" className="grid min-w-0 gap-4">
      <h2 id="queues" className="sr-only">
        Lo que espera por ti
      </h2>
      {danger.length > 0 && (
        <Card className="border-err! py-2!">
          <QueueLines loads={danger} now={now} />
        </Card>
      )}
      {refunds.length > 0 && <LateRefunds refunds={refunds} now={now} />}
      <Own mine={mine} unsigned={unsigned} now={now} />
      {waiting.length === 0 && <Card>Nada espera por ti en este momento.</Card>}
      {others.length > 0 && (
        <Card className="py-2!">
          <QueueLines loads={others} now={now} />
        </Card>
      )}
      <Sentence title="Con tiempo:" loads={waiting.filter(hasTime)} />
      <Sentence title="Al día:" loads={done} />
    </section>
  )
}

/** Queues that nobody has to open now, in one line. */
function Sentence({ title, loads }: { title: string; loads: readonly QueueLoad[] }) {
  if (loads.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-muted">
      <h3 className="font-sans text-base font-normal tracking-normal">{title}</h3>
      <ul className="contents">
        {loads.map(({ queue, count }) => (
          <li key={queue}>
            <Link to={addressOf(queue)} className="inline-flex min-h-11 items-center">
              {shortTitle(queue)} {count > 0 && number(count)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
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

/** The road in short: how many are late, silent and under way, and the first of the late ones. */
function RoadNow({ trips, now }: { trips: TripsToday; now: number }) {
  const { departures, ahead, requests, road } = trips
  const day = today(now)
  return (
    <CardSection title="En la vía ahora" aside={<Link to={deskLinks.road()}>Ver tablero</Link>}>
      <ul className="mb-2 flex flex-wrap gap-x-6 gap-y-1">
        {ROAD_STATES.map((state) => (
          <li key={state}>
            <strong className="tnum text-2xl">{number(road.counts[state])}</strong>{' '}
            <span className="text-sm text-muted">
              {tripStateWords(state).text.toLocaleLowerCase('es-CO')}
            </span>
          </li>
        ))}
      </ul>
      <Rows items={road.items} to={({ id }) => deskLinks.road(id)}>
        {({ from, to, plate, driver, state, lateMinutes }) => (
          <Line
            head={`${from} → ${to}`}
            aside={
              <StatusPill tone={tripStateWords(state).tone} icon={AlarmClock}>
                {duration(lateMinutes)}
              </StatusPill>
            }
            foot={`${tripStateWords(state).text} · ${plate} · ${driver.name}`}
          />
        )}
      </Rows>
      <p className="mt-2 flex flex-wrap gap-x-4">
        <Link to={deskLinks.trips(`?desde=${day}&hasta=${day}`)}>
          Salen hoy: faltan {number(ahead)} de {number(departures)}
        </Link>
        <Link to={deskLinks.bookings('?estado=requested')}>
          {plural(requests, 'pedido', 'pedidos')} sin respuesta
        </Link>
      </p>
    </CardSection>
  )
}
