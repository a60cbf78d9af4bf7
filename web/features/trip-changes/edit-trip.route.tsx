import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { TripView } from '#contract/trips.ts'
import { tellResult } from '#web/domain/bookings/action-result.tsx'
import { PreferencesCard } from '#web/domain/trips/trip-fields.tsx'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { affectedSentence } from './change-words.ts'
import { MomentAndPrice } from './moment-and-price.tsx'
import { changesOf, editBody, momentOf } from './trip-changes.ts'
import { TripTermsFields } from './trip-terms-fields.tsx'
import { useChangePreview } from './use-change-preview.ts'

export function meta() {
  return [{ title: 'Cambiar viaje · Cupo' }]
}

export default function EditTrip() {
  const { tripId = '' } = useParams()
  const answer = useQuery({
    queryKey: queryKeys.trip(tripId),
    queryFn: ({ signal }) => api.trips.show({ params: { tripId }, query: {}, signal }),
  })
  const trip = neededAnswer(answer)?.trip
  if (trip && !trip.can.cancel) return <NotEditable tripId={tripId} />
  return (
    <Page title="Cambiar viaje" back={{ to: paths.ownTrip(tripId), label: 'Volver al viaje' }}>
      {trip ? <EditForm key={trip.id} trip={trip} /> : <SkeletonList rows={3} rowClass="h-44" />}
    </Page>
  )
}

function NotEditable({ tripId }: { tripId: string }) {
  return (
    <Page title="Cambiar viaje">
      <EmptyState
        region="paramo"
        title="Este viaje ya no se puede cambiar"
        action={<ButtonLink to={paths.ownTrip(tripId)}>Ver el viaje</ButtonLink>}
      >
        Solo quien lo publicó puede cambiarlo, y hasta la hora de salida.
      </EmptyState>
    </Page>
  )
}

function EditForm({ trip }: { trip: TripView }) {
  const [changes, setChanges] = useState(() => changesOf(trip))
  const navigate = useNavigate()
  const client = useQueryClient()
  const online = useOnline()
  const body = editBody(trip, changes)
  const save = useMutation({
    mutationFn: () => api.tripChanges.edit({ params: { tripId: trip.id }, body }),
    onSuccess: () => {
      tellResult([trip.id], 'Guardamos los cambios de tu viaje.')
      void navigate(paths.ownTrip(trip.id))
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['trip', trip.id] }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(trip.id) }),
        client.invalidateQueries({ queryKey: queryKeys.publishedTrips() }),
        client.invalidateQueries({ queryKey: ['search'] }),
      ]),
  })
  const change = (next: Partial<typeof changes>) => setChanges({ ...changes, ...next })
  const unchanged = Object.keys(body).length === 0
  const moment = momentOf(changes)
  const preview = useChangePreview(trip.id, moment)
  const refused = typeof preview?.now?.refusal === 'string'
  // Saving waits for the preview, which says who will be notified.
  const asked = preview === undefined || preview.now !== undefined
  const ready = moment !== null && asked && !refused && changes.paymentModes.length > 0
  const affected = preview?.now && affectedSentence(preview.now)
  return (
    <div className="flex flex-col gap-6">
      <MomentAndPrice {...{ trip, preview, changes, change }} />
      <TripTermsFields {...{ trip, changes, change }} />
      <PreferencesCard
        preferences={changes.preferences}
        onChange={(next) => change({ preferences: { ...changes.preferences, ...next } })}
      />
      {save.isError && (
        <TakesFocus>
          <Banner tone="err" title={messageOf(save.error)}>
            Tu viaje sigue como estaba.
          </Banner>
        </TakesFocus>
      )}
      <BottomBar
        action={
          <Button
            pending={save.isPending}
            pendingText="Guardando…"
            disabled={!online || unchanged || !ready}
            onClick={() => save.mutate()}
          >
            Guardar cambios
          </Button>
        }
      >
        <p className="text-sm text-muted">{unchanged ? 'Aún no has cambiado nada.' : affected}</p>
      </BottomBar>
    </div>
  )
}
