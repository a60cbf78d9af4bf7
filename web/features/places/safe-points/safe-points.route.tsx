import { Clock3, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SafePointReportReason, SafePointView } from '#contract/safe-points.ts'
import { api } from '#web/lib/api.ts'
import { titled } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { loadPlaces } from '#web/shared/places/load-places.ts'
import { kindWords } from '#web/shared/places/safe-points/safe-point-kinds.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'
import { reasonOptions, statusWords } from './point-words.ts'
import { ProposePoint } from './propose-point.tsx'

export const meta = () => [{ title: titled('Puntos seguros') }]

const LEAD = 'Lugares públicos y conocidos para encontrarte con tu conductor o tus pasajeros.'

export default function SafePoints() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('lugar') ?? ''
  const placeId = /^\d{5}$/.test(asked) ? asked : null
  const { user } = useAuth()
  const moderates = user?.roles.some((role) => role === 'support' || role === 'admin')
  return (
    <Page
      title="Puntos seguros"
      lead={LEAD}
      actions={moderates && <Link to={`${paths.admin()}/safe-points`}>Revisar propuestas</Link>}
    >
      <Combobox
        label="Municipio"
        placeholder="Escribe un municipio"
        value={null}
        onChange={(item) => item && setParams({ lugar: item.id })}
        loadItems={loadPlaces}
      />
      {placeId ? <PlacePoints key={placeId} placeId={placeId} /> : <Places />}
    </Page>
  )
}

function Places() {
  const query = useRead(queryKeys.safePointPlaces(), (signal) => api.safePoints.places({ signal }))
  if (!query.data)
    return <QueryState query={query} what="los municipios" rows={6} rowClass="h-12" />
  return (
    <CardSection title="Municipios con puntos">
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {query.data.places.map(({ id, name, department, count }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
            <span>
              <Link to={paths.safePoints(id)}>{name}</Link>{' '}
              <span className="text-sm text-muted">{department}</span>
            </span>
            <span className="tnum text-sm text-muted">
              {count === 1 ? '1 punto' : `${count} puntos`}
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function PlacePoints({ placeId }: { placeId: string }) {
  const { user } = useAuth()
  // With the viewer in the key: the list contains also points that the signed-in person proposed.
  const query = useRead(queryKeys.safePoints(placeId, user?.id ?? null), (signal) =>
    api.safePoints.list({ query: { place: placeId }, signal }),
  )
  if (!query.data) return <QueryState query={query} what="los puntos" rows={3} />
  const { place, points } = query.data
  return (
    <section
      aria-label={`Puntos seguros de ${place.name}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div>
        <h2 className="text-2xl">{place.name}</h2>
        <p className="text-muted">{place.department}</p>
      </div>
      {points.length === 0 && (
        <EmptyState region="llano" title="Aún no hay puntos aquí">
          Propón un lugar público que conozcas: lo revisamos y queda para todos.
        </EmptyState>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {points.map((point) => (
          <li key={point.id}>
            <Point point={point} signedIn={user !== null} />
          </li>
        ))}
      </ul>
      <Propose place={place} signedIn={user !== null} />
    </section>
  )
}

function Point({ point, signedIn }: { point: SafePointView; signedIn: boolean }) {
  const [reporting, setReporting] = useState(false)
  const { word, tone } = statusWords[point.status]
  const close = () => setReporting(false)
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h3 className="text-lg">{point.name}</h3>
          <p className="text-sm text-muted">{kindWords[point.kind]}</p>
        </div>
        <StatusPill tone={tone}>{word}</StatusPill>
      </div>
      <p className="flex gap-2">
        <MapPin className="mt-0.5 size-5 shrink-0 text-bosque" />
        <span>
          {point.address}
          {point.approximate && (
            <span className="block text-sm text-muted">
              Ubicación aproximada: acuerda con el conductor la entrada exacta.
            </span>
          )}
        </span>
      </p>
      {point.hours && (
        <p className="flex gap-2">
          <Clock3 className="mt-0.5 size-5 shrink-0 text-bosque" />
          {point.hours}
        </p>
      )}
      {signedIn && point.status === 'vetted' && (
        <div className="-mb-2 -ml-4">
          <Button variant="ghost" size="sm" onClick={() => setReporting(true)}>
            Reportar un problema
          </Button>
          {reporting && (
            <Sheet open onClose={close} title={`Reportar ${point.name}`}>
              <ReportForm pointId={point.id} onDone={close} />
            </Sheet>
          )}
        </div>
      )}
    </Card>
  )
}

function Propose({ place, signedIn }: { place: { id: string; name: string }; signedIn: boolean }) {
  const [stage, setStage] = useState<'closed' | 'open' | 'sent'>('closed')
  if (!signedIn) {
    return (
      <ButtonLink variant="secondary" to={paths.login(paths.safePoints(place.id))}>
        Inicia sesión para proponer un punto
      </ButtonLink>
    )
  }
  if (stage === 'open') {
    return (
      <CardSection title={`Proponer un punto en ${place.name}`}>
        <ProposePoint
          place={place}
          onProposed={() => setStage('sent')}
          onCancel={() => setStage('closed')}
        />
      </CardSection>
    )
  }
  return (
    <>
      {stage === 'sent' && (
        <Banner tone="ok" title="Recibimos tu propuesta">
          La revisamos antes de mostrarla a los demás. Mientras tanto, la ves como “En revisión”.
        </Banner>
      )}
      <Button variant="secondary" onClick={() => setStage('open')}>
        Proponer un punto
      </Button>
    </>
  )
}

type Report = Parameters<typeof api.safePoints.report>[0]['body']

function ReportForm({ pointId, onDone }: { pointId: string; onDone: () => void }) {
  const [reason, setReason] = useState<SafePointReportReason | null>(null)
  const { note: details, field } = useNote(0)
  const [asked, setAsked] = useState(false)
  const report = useAct(
    (body: Report) => api.safePoints.report({ params: { safePointId: pointId }, body }),
    { done: 'Gracias. Lo vamos a revisar.', onDone },
  )
  const send = () => {
    setAsked(true)
    if (reason) report.mutate({ reason, ...(details ? { details } : {}) })
  }
  return (
    <div className="grid gap-4">
      <ErrorBanner error={report.error} />
      <RadioCards
        legend="¿Qué pasa con este punto?"
        options={reasonOptions}
        value={reason}
        onChange={setReason}
        error={asked && !reason ? 'Elige una opción.' : null}
      />
      <TextArea label="Cuéntanos más" optional rows={2} maxLength={300} {...field} />
      <Button onClick={send} pending={report.isPending} pendingText="Enviando…">
        Enviar reporte
      </Button>
    </div>
  )
}
