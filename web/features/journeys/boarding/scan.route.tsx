import { CircleCheck, CircleX, ClipboardPen, IdCard } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { readShortCode, TICKET_CODE_LENGTH } from '#contract/short-code.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { ofDayAndTime } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Unreachable } from '#web/shared/access/auth/session-gate.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useRunSheet } from '../use-run-sheet.ts'
import type { BoardingPlace } from './board-alone.ts'
import {
  AboardPassenger,
  BoardingConflicts,
  BoardingList,
  BoardingStanding,
  BoardingTrouble,
} from './boarding-list.tsx'
import type { CheckInResult } from './check-in-result.ts'
import { keepReader } from './qr-reader.ts'
import { ScanCamera } from './scan-camera.tsx'
import { useBoarding, useKeptPack } from './use-boarding.ts'
import { useCheckIn } from './use-check-in.ts'

// Lazy: a rare row.
const NameForm = lazyPart(() => import('./name-form.tsx'), 'NameForm')

const TITLE = 'Registrar subidas'

export const meta = () => [{ title: titled('Escanear tiquetes') }]

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

function ScanPage({ tripId, ownerId }: { tripId: string; ownerId: string }) {
  const boarding = useBoarding(tripId, ownerId)
  useEffect(() => void keepReader().catch(() => undefined), [])
  const { pack, fresh, waiting, trouble, error } = boarding
  // After other errors the scanner still works, without the manifest.
  if (hasCode(error, 'trip_not_found', 'invalid_request')) throw error
  const manifest = pack?.manifest
  if (manifest?.cancelled) return <NothingToScan tripId={tripId} />
  const admitted = new Set(waiting.map(({ bookingId }) => bookingId))
  return (
    <Page
      title={TITLE}
      lead={manifest ? `Viaje ${ofDayAndTime(manifest.departsAt)}` : '\u00a0'}
      back={{ to: paths.runSheet(tripId), label: 'Hoja de ruta' }}
    >
      {manifest && (
        <>
          <BoardingStanding fresh={fresh} asOf={manifest.serverTime} waiting={waiting.length} />
          <BoardingConflicts conflicts={manifest.conflicts} />
        </>
      )}
      <BoardingTrouble scans={trouble} onRead={(nonce) => void boarding.dismiss(nonce)} />
      <Scanner place={{ tripId, ownerId, pack, admitted }} />
      {!pack && <QueryState query={boarding} what="tus pasajeros" rows={2} rowClass="h-16" />}
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
  const photos = usePhotos(place)
  const online = useOnline()
  const [typed, setTyped] = useState('')
  /** Number of the passenger, so that nothing typed for one stays for the next. */
  const [turn, setTurn] = useState(0)
  return (
    <>
      {result && (
        <ScanResult
          result={result}
          photoUrl={result.ok ? photos.get(result.aboard.bookingId) : null}
          onNext={() => {
            // What was refused stays, to be corrected.
            if (result.ok || result.noted) {
              setTyped('')
              setTurn((count) => count + 1)
            }
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
      <Rows label="Sin tiquete">
        <Row Icon={IdCard} text="¿Sin celular?">
          {online ? (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <NameForm key={turn} pending={pending} onSubmit={register} />
            </Suspense>
          ) : (
            <p>
              Sin conexión no se puede: comparamos sus datos en Cupo. Cuando prenda su celular, que
              diga «Ya voy a bordo».
            </p>
          )}
        </Row>
      </Rows>
    </>
  )
}

/** Photos of the passengers by booking, from the run sheet, which is kept for trips offline. */
function usePhotos({ tripId, ownerId }: BoardingPlace): ReadonlyMap<string, string | null> {
  const stops = useRunSheet(tripId, ownerId).data?.sheet.stops ?? []
  const getsOn = stops.flatMap((stop) => stop.getsOn)
  return new Map(getsOn.map(({ bookingId, photoUrl }) => [bookingId, photoUrl]))
}

type ResultProps = {
  result: CheckInResult
  photoUrl: string | null | undefined
  onNext: () => void
}

/** Result of a scan in colour, icon and words, readable at arm's length. */
function ScanResult({ result, photoUrl, onNext }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const noted = !result.ok && result.noted
  const Icon = noted ? ClipboardPen : result.ok ? CircleCheck : CircleX
  const colour = noted ? 'bg-rio-soft text-ink' : 'bg-err text-on-err'
  return (
    <section
      aria-live="assertive"
      className={cx(
        'grid justify-items-center gap-3 rounded-card p-6 text-center',
        result.ok ? 'bg-ok text-on-bosque' : colour,
      )}
    >
      <Icon className="size-16" />
      <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {result.ok ? 'Puede subir' : result.title}
      </h2>
      {result.ok ? (
        <AboardPassenger result={result} photoUrl={photoUrl} />
      ) : (
        <p className="text-lg">{result.detail}</p>
      )}
      <Button variant="secondary" onClick={onNext} className="mt-1">
        {result.ok || noted ? 'Siguiente pasajero' : 'Intentar de nuevo'}
      </Button>
    </section>
  )
}

type CodeFormProps = {
  code: string
  onCode: (code: string) => void
  pending: boolean
  /** True when offline without a manifest: a code can be neither sent nor recorded. */
  blocked: boolean
  onSubmit: (code: string) => void
}

const TYPED_MAX = 40

/** Form for the six characters of the ticket, for when the camera does not work. */
function CodeForm({ code, onCode, pending, blocked, onSubmit }: CodeFormProps) {
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    const letters = readShortCode(code, TICKET_CODE_LENGTH)
    if (letters === null) {
      setError('El código tiene 6 caracteres, debajo del QR.')
      return
    }
    setError(null)
    onSubmit(letters)
  }
  return (
    <Card>
      <Form onSend={submit}>
        <TextField
          label="Código del tiquete"
          hint="Seis letras y números, debajo del QR."
          error={error}
          value={code}
          onChange={(event) => onCode(event.target.value.toUpperCase())}
          maxLength={TYPED_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="*:[input]:tracking-widest"
        />
        <Button type="submit" pending={pending} pendingText="Registrando…" disabled={blocked}>
          Registrar subida
        </Button>
        {blocked && (
          <p className="text-sm text-muted">
            Estás sin conexión y este celular no tiene la lista del viaje. Anota el código: el
            pasajero también puede confirmar que ya va a bordo.
          </p>
        )}
      </Form>
    </Card>
  )
}
