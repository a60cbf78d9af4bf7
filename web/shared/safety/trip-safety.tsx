import { useQueryClient } from '@tanstack/react-query'
import { Phone, Siren } from 'lucide-react'
import { useState } from 'react'
import type { OwnIncident } from '#contract/safety.ts'
import { INCIDENT_TEXT_MAX } from '#contract/safety-limits.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { before, timeAndDay } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { SomethingWrong } from '#web/shared/support/something-wrong.tsx'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { type Pressed, press, type Sent } from './incident-outbox.ts'
import { dayTips, driverTips, SafetyTips } from './safety-tips.tsx'
import { type OwnTrip, ShareTrip } from './share-trip.tsx'

export type TripSafetyProps = {
  trip: OwnTrip
  /** True on the day of travel, until the trip is over. */
  isToday: boolean
  /** True when the trip has possibly begun, so that there can be an incident to report. */
  hasBegun: boolean
  /** Link to support about this trip; absent on the driver's run sheet. */
  help?: string
}

/** Safety functions of a trip: emergency help, followers, and the person's reports to the team. */
export function TripSafety({ trip, isToday, hasBegun, help }: TripSafetyProps) {
  const online = useOnline()
  const isDriver = trip.bookingId === null
  return (
    <>
      {/* A passenger's ticket has both above, where they are in view. */}
      {isToday && isDriver && <Emergency trip={trip} />}
      {online && isDriver && <ShareTrip trip={trip} />}
      {online && isDriver && <OwnIncidents tripIds={[trip.tripId]} />}
      {isToday && <SafetyTips tips={isDriver ? driverTips : dayTips} />}
      {hasBegun && <FeltUnsafe trip={trip} />}
      <SomethingWrong to={help ?? supportLinks.about('viaje', trip.tripId)} />
    </>
  )
}

/** Facts about the car that a passenger reads out on the telephone. */
type CarFacts = { plate: string | null; description: string; driver: string }

type Where =
  | { state: 'asking' | 'unknown' }
  | { state: 'known'; lat: number; lng: number; accuracyMeters: number }

const TIMEOUT_MS = 20_000

type EmergencyProps = {
  trip: OwnTrip
  /** Absent for a driver, whose own car it is. */
  car?: CarFacts
  /** Words and icon without a ground, beside the link back of a screen. */
  quiet?: boolean
}

/** Emergency button: number 123, facts to report, message to the team. Opens offline. */
export function Emergency({ trip, car, quiet = false }: EmergencyProps) {
  const [open, setOpen] = useState(false)
  const [where, setWhere] = useState<Where>({ state: 'asking' })
  const begin = () => {
    setOpen(true)
    if (!('geolocation' in navigator)) return setWhere({ state: 'unknown' })
    setWhere({ state: 'asking' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy } }) => {
        const accuracyMeters = Math.min(100_000, Math.round(accuracy))
        setWhere({ state: 'known', lat, lng, accuracyMeters })
      },
      () => setWhere({ state: 'unknown' }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 60_000 },
    )
  }
  return (
    <>
      <Button
        variant={quiet ? 'ghost' : 'danger'}
        size={quiet ? 'sm' : 'md'}
        Icon={Siren}
        className={quiet ? 'px-2! text-err!' : 'w-full sm:w-auto'}
        onClick={begin}
      >
        Emergencia
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Emergencia">
        <a href="tel:123" className={buttonClass('danger', 'md', 'w-full text-lg!')}>
          <Phone className="size-5" />
          Llamar al 123
        </a>
        <ReadAloud trip={trip} car={car} where={where} />
        <TellCupo trip={trip} where={where} />
      </Sheet>
    </>
  )
}

function ReadAloud({ trip, car, where }: Omit<EmergencyProps, 'quiet'> & { where: Where }) {
  return (
    <section aria-labelledby="leer-en-voz-alta" className="grid gap-2">
      <h3 id="leer-en-voz-alta" className="text-lg">
        Léelo en voz alta
      </h3>
      <Facts
        className="tnum grid gap-2 rounded-control bg-paper p-4 [&_dd]:text-2xl"
        facts={[
          ['Placa', car?.plate && spelled(car.plate)],
          ['Carro', car?.description],
          ['Conduce', car?.driver],
          ['Carretera', `Entre ${trip.from} y ${trip.to}`],
          ['Posición', whereWords(where)],
        ]}
      />
    </section>
  )
}

/** Separates letters and digits of a plate, as people dictate them. */
function spelled(plate: string): string {
  return plate.replace(/^([A-Z]{3})(\d{3})$/, '$1 $2')
}

function whereWords(where: Where): string {
  if (where.state !== 'known') {
    return where.state === 'asking' ? 'Buscando…' : 'No la tenemos: di qué ves cerca'
  }
  const { lat, lng, accuracyMeters } = where
  return `${lat.toFixed(5)}, ${lng.toFixed(5)} (a ${accuracyMeters} m)`
}

/** Time without an answer, ms, until "not sent" is shown; at once without a network. */
const LATE_MS = 5_000

/** When a call that waits is sent. @param error of the last try; null while there is none */
function sentWhen(error: unknown): string {
  const status = error instanceof ApiError && error.code !== 'unknown' ? error.status : 0
  if (status === 401)
    return 'Tu sesión terminó: sale solo cuando vuelvas a entrar en este teléfono.'
  if (status > 0) return 'Cupo no pudo recibirlo ahora. Deja Cupo abierto: se envía otra vez solo.'
  return 'Sale solo cuando haya red.'
}

type NotSentProps = { error: unknown; waits: boolean; askedContact: boolean }

/** Tells the person to call 123. Where the call stays stored, nobody should wait for it. */
function NotSent({ error, waits, askedContact }: NotSentProps) {
  return (
    <Banner
      tone="err"
      title={waits ? 'No salió: llama al 123' : 'Cupo no recibió tu aviso: llama al 123'}
      action={
        <a href="tel:123" className={buttonClass('danger', 'md', 'w-full')}>
          <Phone className="size-5" />
          Llamar al 123 ahora
        </a>
      }
    >
      El 123 funciona sin internet.{' '}
      {waits
        ? `Tu aviso quedó guardado con la hora de ahora. ${sentWhen(error)}`
        : `Esto no se envía otra vez solo. ${messageOf(error)}`}{' '}
      {askedContact && 'A tu contacto de confianza tampoco le llegó: llámalo tú.'}
    </Banner>
  )
}

function TellCupo({ trip, where }: { trip: OwnTrip; where: Where }) {
  const online = useOnline()
  const [tellContact, setTellContact] = useState(false)
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const { tripId, bookingId } = trip
  const [late, setLate] = useState(false)
  const tell = async () => {
    setSending(true)
    const { state, ...place } = where
    const position = state === 'known' ? (place as NonNullable<Pressed['position']>) : null
    const what = { tripId, bookingId, kind: 'emergency', text: '', tellContact } as const
    // A network that does not answer counts as no network: the person does not wait for the
    // timeout.
    const timer = setTimeout(() => setLate(true), online ? LATE_MS : 0)
    await press({ ...what, position }, setSent)
    clearTimeout(timer)
    setLate(false)
    setSending(false)
  }
  if (sent?.done) {
    return (
      <Banner tone="ok" title="Cupo recibió tu aviso">
        El equipo responde en menos de 2 horas.{' '}
        {sent.contactTold && 'También le avisamos a tu contacto de confianza. '}
        {tellContact &&
          !sent.contactTold &&
          'A tu contacto de confianza no le llegó un aviso nuevo: llámalo tú. '}
        Si hay peligro, llama al 123.
      </Banner>
    )
  }
  if (late || sent?.waits) {
    return <NotSent error={sent?.error ?? null} waits askedContact={tellContact} />
  }
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {sent && !sending && <NotSent error={sent.error} waits={false} askedContact={tellContact} />}
      <Checkbox
        label="Avisar también a mi contacto de confianza"
        hint="Solo si ya aceptó serlo."
        checked={tellContact}
        onChange={(event) => setTellContact(event.target.checked)}
      />
      <Button variant="secondary" pending={sending} pendingText="Enviando…" onClick={tell}>
        Avisar a Cupo
      </Button>
      <p className="text-sm text-muted">
        El equipo responde a cualquier hora, en menos de 2 horas. El 123 es más rápido.
      </p>
    </div>
  )
}

const states = {
  open: { text: 'Recibido', tone: 'warn' },
  taken: { text: 'Lo estamos atendiendo', tone: 'info' },
  closed: { text: 'Respondido', tone: 'ok' },
} as const

/** The person's reports to the team about a trip, of both cars, with the answers. */
export function OwnIncidents({ tripIds }: { tripIds: readonly string[] }) {
  const { data } = useRead(queryKeys.incidents(), (signal) =>
    api.safety.listOwnIncidents({ signal }),
  )
  const own = data?.incidents.filter((each) => tripIds.includes(each.tripId)) ?? []
  if (own.length === 0) return null
  return (
    <CardSection title="Tus avisos de seguridad">
      <ul className="grid gap-4">
        {own.map((each) => (
          <Shown key={each.id} incident={each} />
        ))}
      </ul>
    </CardSection>
  )
}

function Shown({ incident }: { incident: OwnIncident }) {
  const { kind, state, pressedAt, dueAt, answer } = incident
  const { text, tone } = states[state]
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">
          {kind === 'emergency' ? 'Emergencia' : 'Te sentiste en riesgo'}, {timeAndDay(pressedAt)}
        </span>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      {answer ? (
        <blockquote className="border-l-4 border-line pl-4 break-words whitespace-pre-line">
          {answer}
        </blockquote>
      ) : (
        <p className="text-sm text-muted">Lo revisamos {before(dueAt)}</p>
      )}
    </li>
  )
}

/** Form after the trip to report that something made the person feel unsafe. */
function FeltUnsafe({ trip }: { trip: OwnTrip }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const { tripId, bookingId } = trip
  const send = async () => {
    setSending(true)
    const what = { tripId, bookingId, kind: 'felt_unsafe', text: text.trim() } as const
    await press({ ...what, position: null, tellContact: false }, setSent)
    setSending(false)
    await client.invalidateQueries({ queryKey: queryKeys.incidents() })
  }
  const refused = sent !== null && !sent.done && !sent.waits
  return (
    <>
      <Button variant="ghost" className="justify-self-start" onClick={() => setOpen(true)}>
        Algo me hizo sentir insegura o inseguro
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Cuéntanos qué pasó">
        {sent?.done ? (
          <Banner tone="ok" title="Lo recibimos">
            Una persona del equipo lo revisa en menos de 2 horas, a cualquier hora. Nadie del viaje
            sabrá que fuiste tú.
          </Banner>
        ) : (
          <Form onSend={() => void send()}>
            {sent?.waits && (
              <Banner tone="warn" title="Quedó guardado">
                {sentWhen(sent.error)}
              </Banner>
            )}
            {refused && <ErrorBanner error={sent.error} />}
            <TextArea
              label="¿Qué te hizo sentir así?"
              hint="Con tus palabras. Si hay peligro ahora, llama al 123."
              rows={4}
              maxLength={INCIDENT_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" pending={sending} pendingText="Enviando…">
              Enviar al equipo
            </Button>
          </Form>
        )}
      </Sheet>
    </>
  )
}
