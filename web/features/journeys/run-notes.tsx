import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { dayAndTime, plural, wordList } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { dropPress, type KeptPress } from '#web/shared/journeys/press-queue.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { pressText } from './run-phase.ts'
import { nextStop } from './run-words.ts'

const MAY_LEAVE =
  `Con más de ${LATE_AFTER_MINUTES} minutos sin registrar tu llegada, quien te espera puede irse ` +
  'sin costo.'

type StandingProps = { sheet: RunSheet; offline: boolean; again: () => void }

/** Notices: age of the sheet, and requests that wait for an answer. */
export function RunStanding({ sheet, offline, again }: StandingProps) {
  const { requests, tripId, asOf } = sheet
  return (
    <>
      {offline && (
        <Banner
          tone="warn"
          title="Sin conexión"
          action={
            <Button variant="secondary" size="sm" onClick={again}>
              Actualizar la hoja
            </Button>
          }
        >
          Ves la hoja guardada {dayAndTime(asOf)}
        </Banner>
      )}
      {requests > 0 && (
        <Banner
          tone="info"
          title={plural(requests, 'solicitud por responder', 'solicitudes por responder')}
          action={<Link to={paths.ownTrip(tripId)}>Responder</Link>}
        />
      )}
    </>
  )
}

/**
 * The delay, and what passengers may do, below the next stop, which has the expected hour. At the
 * last stop nothing depends on it any more.
 */
export function RunLate({ sheet }: Pick<StandingProps, 'sheet'>) {
  const { isLate, delayMinutes, stops } = sheet
  if (!isLate || !nextStop(sheet)) return null
  const isAwaited = stops.some(
    ({ passed, getsOn }) => !passed && getsOn.some(({ boarding }) => boarding === 'waiting'),
  )
  return (
    <Banner tone="warn" title={`Vas ${delayMinutes} minutos tarde`}>
      Tus pasajeros lo ven. {isAwaited && MAY_LEAVE}
    </Banner>
  )
}

/** Names the presses that came too early to be true; absent in sheets of an older version. */
export function DoubtNote({ sheet }: Pick<StandingProps, 'sheet'>) {
  const names = sheet.stops.filter(({ doubtful }) => doubtful).map(({ name }) => name)
  const doubted = sheet.finishDoubtful ? [...names, 'el fin del viaje'] : names
  if (doubted.length === 0) return null
  return (
    <Banner tone="warn" title={`Por confirmar: ${wordList(doubted)}`}>
      La marcaste mucho antes de lo previsto. Cuenta cuando la confirme un pasajero o una posición,
      o a la hora prevista. Si fue sin querer, deshazla.
    </Banner>
  )
}

type KeptProps = { ownerId: string; presses: readonly KeptPress[] }

/** What waits on this phone for a network; the last press can be withdrawn. */
export function KeptPresses({ ownerId, presses }: KeptProps) {
  const last = presses.at(-1)
  if (!last) return null
  return (
    <Banner
      tone="info"
      title="Se envía cuando haya red"
      action={
        <Button variant="secondary" size="sm" onClick={() => dropPress(ownerId, last.id)}>
          Quitar: {pressText(last)}
        </Button>
      }
    >
      <ul aria-label="Por enviar">
        {presses.map((press) => (
          <li key={press.id}>{pressText(press)}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** Presses that the server refused; each stays until the driver has read it. */
export function RefusedPresses({ ownerId, presses }: KeptProps) {
  return presses.map((press) => (
    <Banner
      key={press.id}
      tone="err"
      title={`No se registró: ${pressText(press)}`}
      action={
        <Button variant="secondary" size="sm" onClick={() => dropPress(ownerId, press.id)}>
          Entendido
        </Button>
      }
    >
      {press.refusal}
    </Banner>
  ))
}
