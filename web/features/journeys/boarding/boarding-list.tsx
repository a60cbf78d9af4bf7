import { CircleCheck, CircleDashed, CloudUpload } from 'lucide-react'
import type { BoardingConflict, BoardingPassenger } from '#contract/boarding.ts'
import {
  pesos,
  plural,
  seats as seatsText,
  theTime,
  timeAndDay,
  tripTime,
} from '#web/lib/format.ts'
import { aboardText } from '#web/shared/bookings/booking-words.ts'
import type { KeptScan } from '#web/stored/boarding-store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { CheckInResult } from './check-in-result.ts'

type BoardingListProps = {
  passengers: readonly BoardingPassenger[]
  /** Bookings checked in offline by this phone, not sent yet. */
  admitted: ReadonlySet<string>
}

/** Passengers who have boarded and those who have not. */
export function BoardingList({ passengers, admitted }: BoardingListProps) {
  const expected = [...passengers].sort((a, b) => Date.parse(a.from.at) - Date.parse(b.from.at))
  const isAboard = ({ status, bookingId }: BoardingPassenger) =>
    status !== 'confirmed' || admitted.has(bookingId)
  return (
    <CardSection
      title="Pasajeros"
      aside={
        <p role="status" className="text-sm text-muted">
          {expected.filter(isAboard).length} de {expected.length} a bordo
        </p>
      }
    >
      {expected.length === 0 && <p className="text-muted">Nadie ha reservado en este viaje.</p>}
      {expected.length > 0 && (
        <ul aria-label="Pasajeros" className="grid divide-y divide-line">
          {expected.map((passenger) => (
            <li
              key={passenger.bookingId}
              className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0"
            >
              <Avatar name={passenger.name} />
              <div className="min-w-0 flex-1 basis-[7.5rem]">
                <p className="font-semibold break-words">{passenger.name}</p>
                <p className="text-sm text-muted">
                  {passenger.from.name} ({tripTime(passenger.from.at)}) → {passenger.to.name} ·{' '}
                  {seatsText(passenger.seats)}
                </p>
                {/* The field is absent in lists cached by an older version. */}
                {passenger.aboardSaid && (
                  <p className="text-sm font-semibold">
                    {aboardText(passenger.aboardSaid, passenger.paymentMode)}
                  </p>
                )}
              </div>
              <Standing
                aboard={passenger.status !== 'confirmed'}
                unsent={admitted.has(passenger.bookingId)}
              />
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}

const standings = {
  aboard: { tone: 'ok', icon: CircleCheck, text: 'Subió' },
  unsent: { tone: 'warn', icon: CloudUpload, text: 'Por enviar' },
  missing: { tone: 'neutral', icon: CircleDashed, text: 'Falta' },
} as const

function Standing({ aboard, unsent }: { aboard: boolean; unsent: boolean }) {
  const before = unsent ? 'unsent' : 'missing'
  const { text, ...look } = standings[aboard ? 'aboard' : before]
  return <StatusPill {...look}>{text}</StatusPill>
}

type StandingProps = { fresh: boolean; asOf: string; waiting: number }

/** Status of this phone: offline, or with unsent scans. */
export function BoardingStanding({ fresh, asOf, waiting }: StandingProps) {
  if (fresh && waiting === 0) return null
  return (
    <Banner
      tone={fresh ? 'info' : 'warn'}
      title={fresh ? 'Enviando lo que registraste' : 'Registras sin conexión'}
    >
      {!fresh && (
        <p>
          Con la lista de {theTime(asOf)} este celular comprueba los QR. Los códigos los confirmamos
          cuando vuelva la red.
        </p>
      )}
      {waiting > 0 && (
        <p>
          {plural(waiting, 'subida por enviar', 'subidas por enviar')}. Se{' '}
          {waiting === 1 ? 'envía sola' : 'envían solas'} cuando haya red.
        </p>
      )}
    </Banner>
  )
}

/** Tickets that two phones accepted: only one of the two people has a booking. */
export function BoardingConflicts({ conflicts }: { conflicts: readonly BoardingConflict[] }) {
  return conflicts.map(({ bookingId, name, scans }) => (
    <Banner key={bookingId} tone="err" title={`El tiquete de ${name} se usó dos veces`}>
      <ul aria-label={`Usos del tiquete de ${name}`} className="my-1 list-disc pl-5">
        {scans.map(({ device, at }) => (
          <li key={`${device} ${at}`}>
            {timeAndDay(at)} · {device ?? 'registrado sin celular'}
          </li>
        ))}
      </ul>
      <p>Cuenta una sola subida. Revisa quién va a bordo: el tiquete sirve para una reserva.</p>
    </Banner>
  ))
}

type TroubleProps = { scans: readonly KeptScan[]; onRead: (nonce: string) => void }

/** Offline check-ins that the server has refused. */
export function BoardingTrouble({ scans, onRead }: TroubleProps) {
  return scans.map(({ nonce, name, code, scannedAt, result }) => (
    <Banner
      key={nonce}
      tone="err"
      title={
        code !== undefined
          ? `El código ${code} no sirvió`
          : result?.outcome === 'revoked'
            ? `La reserva de ${name} ya estaba cancelada`
            : `No pudimos registrar la subida de ${name}`
      }
      action={
        <Button size="sm" variant="secondary" onClick={() => onRead(nonce)}>
          Entendido
        </Button>
      }
    >
      {code === undefined ? 'Subió' : 'Lo anotaste'} a {theTime(scannedAt)}, sin conexión.{' '}
      {result?.code === 'booking_in_dispute'
        ? 'Dijo que no llegaste: lo revisa una persona de Cupo, que ve esta lectura.'
        : 'No quedó registrada: ponte de acuerdo con la persona o escríbenos.'}
    </Banner>
  ))
}

type AboardProps = {
  result: CheckInResult & { ok: true }
  /** The passenger's photo, as far as this phone knows it. */
  photoUrl?: string | null | undefined
}

/** Who may board, with the face to compare, until where, and what the driver is paid by hand. */
export function AboardPassenger({ result, photoUrl }: AboardProps) {
  const { name, seats, to, paymentMode, price } = result.aboard
  return (
    <div className="grid justify-items-center text-lg">
      {name !== null && photoUrl && (
        <>
          <Avatar name={name} photoUrl={photoUrl} size="xl" className="ring-4 ring-surface" />
          <p className="text-base">Compara su cara con la foto.</p>
        </>
      )}
      {name !== null && <p className="text-xl font-bold break-words">{name}</p>}
      <p>
        {seatsText(seats)}
        {to !== null && ` hasta ${to}`}
      </p>
      {name === null && <p>Reservó después de tu última lista; el tiquete es auténtico.</p>}
      {paymentMode === 'directo' && price !== null && <p>Te paga {pesos(price)} ahora.</p>}
      {result.offline && <p>Sin conexión: lo enviamos cuando haya red.</p>}
    </div>
  )
}
