import type { BoardingConflict } from '#contract/boarding.ts'
import { plural, theTime, timeAndDay } from '#web/lib/format.ts'
import type { KeptScan } from '#web/stored/boarding-store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

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
