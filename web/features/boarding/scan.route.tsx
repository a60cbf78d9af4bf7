import { useState } from 'react'
import { useParams } from 'react-router'
import { rememberedAccount } from '#web/domain/auth/account-memory.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { Unreachable } from '#web/domain/auth/session-gate.tsx'
import { hasCode } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import type { BoardingPlace } from './board-alone.ts'
import { BoardingList } from './boarding-list.tsx'
import { BoardingConflicts, BoardingStanding, BoardingTrouble } from './boarding-notes.tsx'
import { CodeForm } from './code-form.tsx'
import { ScanCamera } from './scan-camera.tsx'
import { ScanResult } from './scan-result.tsx'
import { useBoarding, useKeptPack } from './use-boarding.ts'
import { useCheckIn } from './use-check-in.ts'

const TITLE = 'Registrar subidas'

export const meta = () => [{ title: 'Escanear tiquetes · Cupo' }]

export const handle = { alone: true }

export default function Scan() {
  const { tripId = '' } = useParams()
  const { status, user } = useAuth()
  // Uses the manifest that this person downloaded while the session cannot be checked.
  const kept = useKeptPack(tripId, user === null)
  const remembered = rememberedAccount()
  const ownerId = user?.id ?? (kept.data?.ownerId === remembered ? remembered : null)
  if (ownerId) return <ScanPage tripId={tripId} ownerId={ownerId} />
  return kept.isPending || status === 'loading' ? (
    <Page title={TITLE}>{null}</Page>
  ) : (
    <Unreachable />
  )
}

type ScanPageProps = { tripId: string; ownerId: string }

function ScanPage({ tripId, ownerId }: ScanPageProps) {
  const boarding = useBoarding(tripId, ownerId)
  const { pack, fresh, waiting, trouble, error } = boarding
  // After other errors the scanner still works, without the manifest.
  if (hasCode(error, 'trip_not_found', 'invalid_request')) throw error
  const manifest = pack?.manifest
  if (manifest?.cancelled) return <NothingToScan tripId={tripId} />
  const admitted = new Set(waiting.map(({ bookingId }) => bookingId))
  return (
    <Page
      title={TITLE}
      lead={manifest ? `Viaje del ${dateTime(manifest.departsAt)}` : '\u00a0'}
      back={{ to: paths.ownTrip(tripId), label: 'Tu viaje' }}
    >
      {manifest && (
        <>
          <BoardingStanding fresh={fresh} asOf={manifest.serverTime} waiting={waiting.length} />
          <BoardingConflicts conflicts={manifest.conflicts} />
        </>
      )}
      <BoardingTrouble scans={trouble} onRead={(nonce) => void boarding.dismiss(nonce)} />
      <Scanner place={{ tripId, ownerId, pack, admitted }} />
      {boarding.isPending && <SkeletonList rows={2} rowClass="h-16" />}
      {boarding.isError && !pack && (
        <LoadFailed
          what="tus pasajeros"
          error={error}
          onRetry={() => void boarding.refetch()}
          retrying={boarding.isFetching}
        />
      )}
      {manifest && <BoardingList passengers={manifest.passengers} admitted={admitted} />}
    </Page>
  )
}

function NothingToScan({ tripId }: { tripId: string }) {
  return (
    <Page title={TITLE} back={{ to: paths.ownTrip(tripId), label: 'Tu viaje' }}>
      <Banner tone="info" live="off" title="Este viaje fue cancelado">
        Sus tiquetes ya no sirven: no hay subidas por registrar.
      </Banner>
    </Page>
  )
}

/** Camera and typed code. The camera is paused while a result is shown. */
function Scanner({ place }: { place: BoardingPlace }) {
  const { result, accepted, pending, register, next } = useCheckIn(place)
  const online = useOnline()
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
        blocked={!online && place.pack === null}
        onSubmit={(code) => register({ code })}
      />
    </>
  )
}
