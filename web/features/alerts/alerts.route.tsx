import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AlertTrip, AlertView } from '#contract/alerts.ts'
import { useAuth, useUser } from '#web/domain/auth/session.tsx'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import { placesByIds } from '#web/domain/places/load-places.ts'
import { dateTime, pesos, plural, seats, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { type AlertSeed, daysText, readSeed, readTerms, termsText } from './alert-draft.ts'
import { AlertForm } from './alert-form.tsx'
import { FromMail } from './from-mail.tsx'
import { useAlerts, useSwitchAlert } from './use-alerts.ts'

export const meta = () => [{ title: 'Mis alertas · Cupo' }, { name: 'robots', content: 'noindex' }]

export default function Alerts() {
  const [params] = useSearchParams()
  // The token is in state, because the page removes it from the address.
  const [token] = useState(() => params.get('token'))
  const { status } = useAuth()
  const seed = readSeed(params, today())
  if (token !== null) return <FromMail token={token} />
  if (seed && status === 'signedOut') return <ForVisitor seed={seed} />
  return (
    <SessionGate>
      <MyAlerts seed={seed} />
    </SessionGate>
  )
}

const TITLE = 'Mis alertas'
const LEAD = 'Te escribimos cuando alguien publique el viaje que buscas.'

/** View without a session: only the form, because the list of alerts needs an account. */
function ForVisitor({ seed }: { seed: AlertSeed }) {
  return (
    <Page title={TITLE} lead={LEAD}>
      <SeededForm seed={seed} onCreated={() => {}} />
    </Page>
  )
}

function MyAlerts({ seed }: { seed: AlertSeed | null }) {
  const { email } = useUser()
  const [, setParams] = useSearchParams()
  const [writing, setWriting] = useState(seed !== null)
  const [said, setSaid] = useState<'created' | 'there' | null>(null)
  const close = () => {
    setWriting(false)
    setParams({}, { replace: true })
  }
  const form = {
    onCancel: close,
    onCreated: (created: boolean) => {
      setSaid(created ? 'created' : 'there')
      close()
    },
  }
  const begin = () => {
    setSaid(null)
    setWriting(true)
  }
  return (
    <Page
      title={TITLE}
      lead={LEAD}
      actions={
        !writing && (
          <Button variant="secondary" size="sm" onClick={begin}>
            Nueva alerta
          </Button>
        )
      }
    >
      {said === 'created' && (
        <Banner tone="ok" title="Alerta creada">
          Te escribiremos a {email}, a lo sumo una vez por hora. Puedes apagarla cuando quieras.
        </Banner>
      )}
      {said === 'there' && (
        <Banner tone="info" title="Ya tenías esta alerta">
          Hay una activa para ese camino con días en común. Apágala si quieres cambiarla.
        </Banner>
      )}
      {writing && (seed ? <SeededForm seed={seed} {...form} /> : <BlankForm {...form} />)}
      <List writing={writing} />
    </Page>
  )
}

type FormProps = { onCreated: (created: boolean) => void; onCancel?: () => void }

function BlankForm(props: FormProps) {
  const terms = readTerms(new URLSearchParams(), today())
  return <AlertForm initial={{ from: null, to: null, ...terms }} {...props} />
}

/** Shows the form after the names of the places in the address have loaded. */
function SeededForm({ seed, ...props }: FormProps & { seed: AlertSeed }) {
  const ids = [seed.from, seed.to]
  const places = useQuery({
    queryKey: queryKeys.places(ids),
    queryFn: () => placesByIds(ids),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (places.isPending) return <SkeletonList rows={1} rowClass="h-112" />
  const named = (placeId: string) => places.data?.find((place) => place.id === placeId) ?? null
  const initial = { ...seed, from: named(seed.from), to: named(seed.to) }
  return <AlertForm initial={initial} {...props} />
}

function List({ writing }: { writing: boolean }) {
  const answer = useAlerts()
  const change = useSwitchAlert()
  if (!answer.isSuccess)
    return <QueryState query={answer} what="tus alertas" rows={2} rowClass="h-40" />
  const { active, past } = answer.data
  return (
    <>
      {active.length === 0 && !writing && <NoAlerts />}
      <Group title="Activas" alerts={active} change={change} />
      <Group title="Anteriores" alerts={past} change={change} />
    </>
  )
}

function NoAlerts() {
  return (
    <EmptyState
      region="llano"
      title="No tienes alertas activas"
      action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
    >
      Busca tu camino: si aún no hay viajes, crea una alerta y te escribimos cuando publiquen uno.
    </EmptyState>
  )
}

type GroupProps = {
  title: string
  alerts: readonly AlertView[]
  change: ReturnType<typeof useSwitchAlert>
}

function Group({ title, alerts, change }: GroupProps) {
  if (alerts.length === 0) return null
  const changed = change.variables?.alertId
  return (
    <section aria-label={`Alertas ${title.toLowerCase()}`} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertCard
              alert={alert}
              onSwitch={(to) => change.mutate({ alertId: alert.id, to })}
              pending={change.isPending && changed === alert.id}
              error={changed === alert.id ? change.error : null}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type AlertCardProps = {
  alert: AlertView
  onSwitch: (to: 'stop' | 'resume') => void
  pending: boolean
  error: unknown
}

/** One alert: its route and terms, the trips found, and the switch that turns it off. */
function AlertCard({ alert, onSwitch, pending, error }: AlertCardProps) {
  const { from, to, since, seats: wanted } = alert
  const Mark = alert.status === 'active' ? Bell : BellOff
  const route = `${from.name} → ${to.name}`
  const again = { from: from.placeId, to: to.placeId, date: since, seats: wanted }
  const look = { variant: 'secondary', size: 'sm', pending } as const
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-start gap-3">
        <Mark aria-hidden="true" className="mt-1 size-5 shrink-0 text-bosque" />
        <div className="min-w-0">
          <h3 className="text-lg">{route}</h3>
          <p>{daysText(alert)}</p>
          <p className="text-sm text-muted">{termsText(alert)}</p>
        </div>
      </div>
      <Found alert={alert} />
      <ErrorBanner error={error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Link to={paths.search(again)}>Buscar de nuevo</Link>
        {alert.can.stop && (
          <Button {...look} aria-label={`Apagar alerta ${route}`} onClick={() => onSwitch('stop')}>
            Apagar alerta
          </Button>
        )}
        {alert.can.resume && (
          <Button
            {...look}
            aria-label={`Encender de nuevo ${route}`}
            onClick={() => onSwitch('resume')}
          >
            Encender de nuevo
          </Button>
        )}
      </div>
    </Card>
  )
}

function Found({ alert: { matches, trips, seats: wanted } }: { alert: AlertView }) {
  if (matches === 0) return <p className="text-muted">Aún no hay viajes nuevos.</p>
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="font-semibold">
        {plural(matches, 'viaje publicado', 'viajes publicados')} desde que la creaste
      </p>
      {trips.length === 0 && <p className="text-muted">Ya no tienen cupo o ya salieron.</p>}
      <ul className="grid gap-2">
        {trips.map((trip) => (
          <li key={trip.tripId}>
            <FoundTrip trip={trip} wanted={wanted} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function FoundTrip({ trip, wanted }: { trip: AlertTrip; wanted: number }) {
  const part = { from: trip.fromStopId, to: trip.toStopId, seats: wanted }
  return (
    <PlainLink
      to={paths.trip(trip.tripId, part)}
      className="flex min-h-14 items-center justify-between gap-4 rounded-control border border-edge
        px-4 py-2 hover:bg-bosque-soft"
    >
      <span className="min-w-0">
        <span className="block font-semibold">{dateTime(trip.departsAt)}</span>
        <span className="block text-sm text-muted">
          {trip.driver} · {seats(trip.seatsLeft)}
        </span>
      </span>
      <span className="tnum font-display text-lg font-bold">{pesos(trip.price)}</span>
    </PlainLink>
  )
}
