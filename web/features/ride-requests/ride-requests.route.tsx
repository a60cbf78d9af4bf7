import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SEATS_MAX, TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { RideRequestView } from '#contract/ride-requests.ts'
import { placesByIds } from '#web/domain/places/load-places.ts'
import { RouteFields } from '#web/domain/places/route-fields.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { addDays, pesos, seats as seatsText, today } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Page } from '#web/ui/page.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { RideRequestCard } from './ride-request-card.tsx'
import {
  emptyDraft,
  hoursHint,
  type Problems,
  problemsOf,
  type RideRequestDraft,
  type RideRequestSeed,
  readSeed,
  windowOf,
} from './ride-request-draft.ts'
import {
  useChangeRequest,
  usePostRideRequest,
  usePriceRange,
  useRideRequests,
} from './use-ride-requests.ts'

export const meta = () => [{ title: 'Busco cupo · Cupo' }, { name: 'robots', content: 'noindex' }]

export default function RideRequests() {
  const [params, setParams] = useSearchParams()
  const seed = readSeed(params, today())
  const [writing, setWriting] = useState(seed !== null)
  const [posted, setPosted] = useState(false)
  const close = (done: boolean) => {
    setPosted(done)
    setWriting(false)
    setParams({}, { replace: true })
  }
  const begin = () => {
    setPosted(false)
    setWriting(true)
  }
  return (
    <Page
      title="Busco cupo"
      lead="Di qué viaje buscas: los conductores que van por tu camino te invitan."
      actions={
        !writing && (
          <Button variant="secondary" size="sm" onClick={begin}>
            Nueva solicitud
          </Button>
        )
      }
    >
      {posted && (
        <Banner tone="ok" title="Ya te ven los conductores">
          Te avisamos cuando alguien te invite o publique un viaje que te sirva.
        </Banner>
      )}
      {writing && <Form seed={seed} close={close} />}
      <List writing={writing} begin={begin} />
    </Page>
  )
}

/** Shows the form after the names of the places in the address have loaded. */
function Form({ seed, close }: { seed: RideRequestSeed | null; close: (done: boolean) => void }) {
  const ids = seed ? [seed.from, seed.to] : []
  const places = useQuery({
    queryKey: queryKeys.places(ids),
    queryFn: () => placesByIds(ids),
    enabled: seed !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (seed && places.isPending) return <SkeletonList rows={1} rowClass="h-112" />
  const named = (placeId?: string) => places.data?.find((place) => place.id === placeId) ?? null
  const { date, seats } = seed ?? emptyDraft(today())
  const ends = { from: named(seed?.from), to: named(seed?.to) }
  return (
    <RideRequestForm
      initial={{ ...emptyDraft(today()), ...ends, date, seats }}
      onPosted={() => close(true)}
      onCancel={() => close(false)}
    />
  )
}

function List({ writing, begin }: { writing: boolean; begin: () => void }) {
  const answer = useRideRequests()
  if (!answer.isSuccess)
    return <QueryState query={answer} what="lo que buscas" rows={2} rowClass="h-40" />
  const { open, past } = answer.data
  return (
    <>
      {open.length === 0 && !writing && (
        <EmptyState
          region="llano"
          title="No buscas cupo ahora"
          action={<Button onClick={begin}>Publicar lo que busco</Button>}
        >
          ¿No hay viaje por tu camino? Di cuándo y cuánto pagas. No te compromete a nada.
        </EmptyState>
      )}
      <Group title="Abiertas" requests={open} />
      <Group title="Anteriores" requests={past} />
    </>
  )
}

function Group({ title, requests }: { title: string; requests: readonly RideRequestView[] }) {
  const change = useChangeRequest()
  if (requests.length === 0) return null
  const changed = change.variables
  const changing = change.isPending ? (changed?.decline ?? null) : undefined
  return (
    <section aria-label={`Solicitudes ${title.toLowerCase()}`} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {requests.map((request) => (
          <li key={request.id}>
            <RideRequestCard
              request={request}
              change={change.mutate}
              pending={changed?.rideRequestId === request.id ? changing : undefined}
              error={changed?.rideRequestId === request.id ? change.error : null}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type FormProps = { initial: RideRequestDraft; onPosted: () => void; onCancel: () => void }

/** Form of a ride request, with the allowed price of a seat on its route. */
function RideRequestForm({ initial, onPosted, onCancel }: FormProps) {
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const online = useOnline()
  const { range, error } = usePriceRange(draft)
  const post = usePostRideRequest()
  const problems = tried ? problemsOf(draft, range, new Date()) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { from, to, seats, maxPrice } = draft
    const wrong = Object.keys(problemsOf(draft, range, new Date())).length > 0
    if (wrong || !from || !to || maxPrice === null) return
    const body = { from: from.id, to: to.id, ...windowOf(draft), seats, maxPrice }
    post.mutate(body, { onSuccess: onPosted })
  }
  return (
    <CardSection title="¿Qué viaje buscas?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Fields
          {...{ draft, problems }}
          change={(next) => setDraft((before) => ({ ...before, ...next }))}
          {...(range ? { recommended: range.recommended } : {})}
        />
        {error && <Banner tone="warn">{messageOf(error)}</Banner>}
        {post.isError && (
          <TakesFocus key={post.submittedAt}>
            <Banner tone="err">{messageOf(post.error)}</Banner>
          </TakesFocus>
        )}
        {!online && (
          <Banner tone="warn">Estás sin conexión. Publícala cuando vuelva la red.</Banner>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onCancel}>
            Descartar
          </Button>
          <Button type="submit" pending={post.isPending} disabled={!online}>
            Publicar que busco cupo
          </Button>
        </div>
      </form>
    </CardSection>
  )
}

type FieldsProps = {
  draft: RideRequestDraft
  problems: Problems
  recommended?: number
  change: (next: Partial<RideRequestDraft>) => void
}

function Fields({ draft, problems, recommended, change }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <RouteFields ends={draft} onChange={change} problems={problems} />
      </div>
      <Hours {...{ draft, problems, change }} />
      <NumberStepper
        label="Cupos"
        value={draft.seats}
        onChange={(seats) => change({ seats })}
        min={1}
        max={SEATS_MAX}
        format={seatsText}
      />
      <PesoField
        label="Lo máximo que pagas por cupo"
        hint={
          recommended
            ? `Lo recomendado por este camino es ${pesos(recommended)}.`
            : 'Pagas el precio del viaje que reserves, que puede ser menor.'
        }
        value={draft.maxPrice}
        onChange={(maxPrice) => change({ maxPrice })}
        error={problems.maxPrice}
        {...(recommended ? { quick: [recommended] } : {})}
      />
    </>
  )
}

function Hours({ draft, problems, change }: Omit<FieldsProps, 'recommended'>) {
  const now = today()
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Día"
        type="date"
        min={now}
        max={addDays(now, TRIP_DAYS_AHEAD_MAX)}
        value={draft.date}
        onChange={(event) => change({ date: event.target.value })}
        error={problems.date}
      />
      <TextField
        label="Salir desde"
        type="time"
        value={draft.since}
        onChange={(event) => change({ since: event.target.value })}
        error={problems.since}
      />
      <TextField
        label="Salir hasta"
        type="time"
        value={draft.until}
        onChange={(event) => change({ until: event.target.value })}
        hint={hoursHint(draft)}
        error={problems.until}
      />
    </div>
  )
}
