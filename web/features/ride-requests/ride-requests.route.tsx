import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RideRequestView } from '#contract/ride-requests.ts'
import { placesByIds } from '#web/domain/places/load-places.ts'
import { today } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { RideRequestCard } from './ride-request-card.tsx'
import { emptyDraft, type RideRequestSeed, readSeed } from './ride-request-draft.ts'
import { RideRequestForm } from './ride-request-form.tsx'
import { useChangeRequest, useRideRequests } from './use-ride-requests.ts'

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
