import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { RequireSession } from '#web/lib/require-session.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { BoardingList } from './boarding-list.tsx'
import { CodeForm } from './code-form.tsx'
import { ScanCamera } from './scan-camera.tsx'
import { ScanResult } from './scan-result.tsx'
import { useCheckIn } from './use-check-in.ts'

export function meta() {
  return [{ title: 'Escanear tiquetes · Cupo' }]
}

export default function Scan() {
  return <RequireSession>{() => <ScanPage />}</RequireSession>
}

const REFRESH_MS = 15_000

function ScanPage() {
  const { tripId = '' } = useParams()
  const passengers = useQuery({
    queryKey: queryKeys.passengers(tripId),
    queryFn: ({ signal }) => api.bookings.forTrip({ params: { tripId }, signal }),
    refetchInterval: REFRESH_MS,
  })
  if (hasCode(passengers.error, 'trip_not_found', 'invalid_request')) return <NotYours />
  const bookings = passengers.data?.bookings
  const first = bookings?.[0]
  return (
    <Page
      title="Registrar subidas"
      lead={first ? `Viaje del ${dateTime(first.from.at)}` : undefined}
      back={{ to: paths.trip(tripId), label: 'Tu viaje' }}
    >
      <Scanner tripId={tripId} />
      {passengers.isPending && <SkeletonList rows={2} rowClass="h-16" />}
      {passengers.isError && (
        <LoadFailed
          what="tus pasajeros"
          error={passengers.error}
          onRetry={() => void passengers.refetch()}
          retrying={passengers.isFetching}
        />
      )}
      {bookings && <BoardingList bookings={bookings} />}
    </Page>
  )
}

/** Camera and typed code; one result at a time, the camera waits while it is read. */
function Scanner({ tripId }: { tripId: string }) {
  const { result, accepted, pending, register, next } = useCheckIn(tripId)
  const [typed, setTyped] = useState('')
  return (
    <>
      {result && (
        <ScanResult
          result={result}
          onNext={() => {
            setTyped('')
            next()
          }}
        />
      )}
      <ScanCamera
        paused={pending || result !== null}
        accepted={accepted}
        onText={(ticket) => register({ ticket })}
      />
      <CodeForm
        code={typed}
        onCode={setTyped}
        pending={pending}
        onSubmit={(code) => register({ code })}
      />
    </>
  )
}

function NotYours() {
  return (
    <Page title="Registrar subidas">
      <EmptyState
        region="paramo"
        title="Este viaje no es tuyo"
        action={<ButtonLink to={paths.myTrips('conductor')}>Ver mis viajes</ButtonLink>}
      >
        Solo quien conduce puede registrar a sus pasajeros.
      </EmptyState>
    </Page>
  )
}
