import { keepPreviousData } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  DASHBOARD_DAYS,
  type DashboardDays,
  FUNNEL_STEPS,
  type FunnelStep,
  REVIEW_OFFICE_HOURS,
} from '#contract/dashboard-limits.ts'
import type { Dashboard } from '#contract/statistics.ts'
import { ANSWER_OFFICE_HOURS, SAFETY_ANSWER_HOURS } from '#contract/support-limits.ts'
import { api } from '#web/lib/api.ts'
import { dayInSentence, decimal, duration, number, period } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Figure, Figures as FigureList } from './figure.tsx'
import { MoneyFigures } from './money-figures.tsx'
import { TripFigures } from './trip-figures.tsx'

const isDays = (text: string | null): text is DashboardDays =>
  DASHBOARD_DAYS.some((days) => days === text)

const periods = Object.fromEntries(DASHBOARD_DAYS.map((days) => [days, `${days} días`])) as Record<
  DashboardDays,
  string
>

/** Dashboard with the figures of a period, which is in the address. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('dias')
  const days = isDays(asked) ? asked : '30'
  const answer = useNeeded(
    ['dashboard', days],
    (signal) => api.statistics.showDashboard({ query: { days }, signal }),
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      title="Cifras"
      width="page"
      lead={answer && `Comparado con los ${answer.days} días de antes. El último día va en curso.`}
      actions={
        <ChipChoice
          legend="Período"
          options={periods}
          selected={days}
          onSelect={(key) => setSearch({ dias: key }, { replace: true })}
        />
      }
    >
      {answer ? <Figures answer={answer} /> : <SkeletonList rows={3} rowClass="h-64" />}
    </Page>
  )
}

/** A part of the answer, and its period in words: all numbers of a card are of it. */
type Of<Key extends keyof Dashboard> = Pick<Dashboard, Key> & { period: string }

function Figures({ answer }: { answer: Dashboard }) {
  const of = period(answer.since, answer.until)
  return (
    <>
      {answer.countingFrom && (
        <Banner tone="warn" live="off">
          Faltan cifras desde {dayInSentence(answer.countingFrom)}: se están contando y las sumas
          suben.
        </Banner>
      )}
      {answer.money && (
        <MoneyFigures period={of} money={answer.money} isComplete={answer.countingFrom === null} />
      )}
      <TripFigures period={of} trips={answer.trips} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Funnel period={of} funnel={answer.funnel} />
        <AnswerTimes period={of} times={answer.times} />
      </div>
      <Nudges period={of} nudges={answer.nudges} />
      <Lists period={of} lists={answer.lists} />
      <Corridors period={of} corridors={answer.corridors} />
      <Demand period={of} demand={answer.demand} />
    </>
  )
}

/** Share with one decimal, as `12,5 %`. */
const shareText = (part: number, all: number) => `${decimal((part / all) * 100)} %`

/** Whether asking drivers on Thursdays to publish again makes a difference. */
function Nudges({ nudges, period: of }: Of<'nudges'>) {
  const { told, toldPublished, control, controlPublished } = nudges
  const isKnown = told > 0 && control > 0
  const points = (toldPublished / told - controlPublished / control) * 100
  const group = (published: number, all: number) => ({
    value: all === 0 ? '–' : shareText(published, all),
    note:
      all === 0 ? 'Nadie todavía' : `${number(published)} de ${number(all)} publicaron en 7 días`,
  })
  return (
    <CardSection title={`Publicar otra vez ${of}`}>
      <p className="mb-4 text-sm text-muted">
        Los jueves preguntamos a quien manejó un camino hace poco. A una quinta parte, al azar, no.
      </p>
      <FigureList>
        <Figure label="Con la pregunta" {...group(toldPublished, told)} />
        <Figure label="Sin la pregunta" {...group(controlPublished, control)} />
        <Figure
          label="Diferencia"
          value={isKnown ? `${points > 0 ? '+' : ''}${decimal(points)} puntos` : '–'}
        />
      </FigureList>
    </CardSection>
  )
}

/** Whether lists that buy keep the order of who waited, and fill seats that were given up. */
function Lists({ lists, period: of }: Of<'lists'>) {
  const { bought, passedOver, jumped, givenBack, resold } = lists
  return (
    <CardSection title={`Listas que compran ${of}`}>
      <FigureList>
        <Figure label="Compradas por una lista" value={number(bought)} />
        <Figure
          label="Reservadas a mano con lista en espera"
          value={number(jumped)}
          note="Mismo camino y día, aunque la lista pidiera otra hora o precio"
        />
        <Figure label="Turnos perdidos" value={number(passedOver)} note="Por saldo u otra causa" />
        <Figure
          label="Cupos devueltos y vendidos otra vez"
          value={givenBack === 0 ? '–' : shareText(resold, givenBack)}
          note={`${number(resold)} de ${number(givenBack)}`}
        />
      </FigureList>
    </CardSection>
  )
}

/** Searches for which people found no trip. */
function Demand({ demand, period: of }: Of<'demand'>) {
  return (
    <CardSection title={`Demanda sin oferta ${of}`}>
      <p className="mb-4 text-sm text-muted">
        Búsquedas que no encontraron nada, alertas y pedidos de cupo creados en esos días.
      </p>
      {demand.length === 0 ? (
        <p className="text-muted">Nadie se quedó buscando.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {demand.map(({ from, to, missedSearches, alerts, requests }) => (
            <li key={`${from.placeId} ${to.placeId}`} className="grid gap-1 py-2">
              <span className="font-semibold">
                {from.name} → {to.name}
              </span>
              <span className="tnum text-muted">
                Búsquedas sin resultado: {number(missedSearches)} · Alertas: {number(alerts)} ·
                Pedidos: {number(requests)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}

const names: Record<FunnelStep, string> = {
  signedUp: 'Crearon su cuenta',
  phone: 'Comprobaron su teléfono',
  verified: 'Verificaron su identidad',
  toppedUp: 'Hicieron una recarga',
  tookPart: 'Reservaron o publicaron',
  travelled: 'Terminaron un viaje',
}

const shareOf = (value: number, all: number) => (all === 0 ? 0 : Math.round((value / all) * 100))

/** How many of the period's new accounts reached each step up to a first trip. */
function Funnel({ funnel, period: of }: Of<'funnel'>) {
  const { current, before } = funnel
  return (
    <CardSection title={`Cuentas nuevas ${of}`}>
      <p className="mb-4 text-sm text-muted">
        De la cuenta al primer viaje: hasta dónde han llegado hoy.
      </p>
      <ol className="grid gap-3">
        {FUNNEL_STEPS.map((step) => {
          const share = shareOf(current[step], current.signedUp)
          return (
            <li key={step} className="grid gap-1">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span>{names[step]}</span>
                <span className="tnum font-semibold">
                  {number(current[step])} · {share} %
                </span>
              </p>
              <svg aria-hidden="true" className="h-2 w-full rounded-full bg-bosque-soft">
                <rect width={`${share}%`} height="100%" fill="var(--bosque)" />
              </svg>
              <p className="tnum text-sm text-muted">
                Antes {number(before[step])} · {shareOf(before[step], before.signedUp)} %
              </p>
            </li>
          )
        })}
      </ol>
    </CardSection>
  )
}

type Times = Dashboard['times']['support']

const parts = [
  { key: 'verification', name: 'Documentos revisados', hours: REVIEW_OFFICE_HOURS, office: true },
  {
    key: 'support',
    name: 'Primera respuesta de soporte',
    hours: ANSWER_OFFICE_HOURS,
    office: true,
  },
  { key: 'safety', name: 'Seguridad e incidentes', hours: SAFETY_ANSWER_HOURS, office: false },
] as const

/** Response times of the team, compared with the promised ones. */
function AnswerTimes({ times, period: of }: Of<'times'>) {
  return (
    <CardSection title={`Tiempos de respuesta ${of}`}>
      <ul className="grid divide-y divide-line">
        {parts.map(({ key, name, hours, office }) => (
          <li key={key} className="grid gap-1 py-4 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">{name}</span>
              <Verdict times={times[key]} hours={hours} />
            </p>
            <Lengths times={times[key]} />
            <p className="text-sm text-muted">
              Meta: {hours} horas {office ? 'de oficina' : 'a cualquier hora'}
            </p>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Verdict({ times, hours }: { times: Times; hours: number }) {
  const { p90Minutes } = times.current
  if (p90Minutes === null) return <StatusPill tone="neutral">Sin respuestas</StatusPill>
  const isMet = p90Minutes <= hours * 60
  return <StatusPill tone={isMet ? 'ok' : 'err'}>{isMet ? 'Se cumple' : 'No se cumple'}</StatusPill>
}

function Lengths({ times: { current, before } }: { times: Times }) {
  if (current.medianMinutes === null || current.p90Minutes === null) {
    return <p className="text-muted">Nada que medir en el período.</p>
  }
  return (
    <p className="tnum">
      La mitad en {duration(current.medianMinutes)} o menos, 9 de cada 10 en{' '}
      {duration(current.p90Minutes)} o menos ({number(current.answered)} en total).
      {before.medianMinutes !== null && (
        <span className="block text-sm text-muted">
          Antes la mitad en {duration(before.medianMinutes)} ({number(before.answered)})
        </span>
      )}
    </p>
  )
}

const FlowMap = lazyPart(() => import('./flow-map.tsx'), 'FlowMap')

/** The corridors with most seats, as a list and on the map. */
function Corridors({ corridors, period: of }: Of<'corridors'>) {
  const title = `Corredores ${of}`
  const [isOpen, setIsOpen] = useState(false)
  const tiles = useMapTiles(isOpen)
  const flows = useMemo(() => corridors.map(flowOf), [corridors])
  if (corridors.length === 0) {
    return (
      <CardSection title={title}>
        <p className="text-muted">Ningún viaje sale en el período.</p>
      </CardSection>
    )
  }
  return (
    <CardSection
      title={title}
      aside={
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((open) => !open)}
        >
          {isOpen ? 'Ocultar el mapa' : 'Ver en el mapa'}
        </Button>
      }
    >
      {isOpen && (
        <div className="mb-4">
          <Suspense fallback={<Skeleton className="h-96" />}>
            {tiles ? (
              <FlowMap label="Corredores con más cupos" flows={flows} tiles={tiles} />
            ) : (
              <Skeleton className="h-96" />
            )}
          </Suspense>
        </div>
      )}
      <ol className="grid divide-y divide-line">
        {corridors.map(({ from, to, seatsOffered, seatsSold }) => (
          <li
            key={`${from.placeId} ${to.placeId}`}
            className="flex flex-wrap justify-between gap-x-4 py-2"
          >
            <span className="font-semibold">
              {from.name} → {to.name}
            </span>
            <span className="tnum text-muted">
              {number(seatsSold)} de {number(seatsOffered)} cupos vendidos
            </span>
          </li>
        ))}
      </ol>
    </CardSection>
  )
}

function flowOf({ from, to, seatsOffered }: Dashboard['corridors'][number]) {
  return { from, to, size: seatsOffered }
}
