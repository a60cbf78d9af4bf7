import { pesos, seats as seatsText } from '#web/lib/format.ts'
import type { CheckInResult } from './check-in-result.ts'

/** Who may board, until where, and what the driver is paid by hand. */
export function AboardPassenger({ result }: { result: CheckInResult & { ok: true } }) {
  const { name, seats, to, paymentMode, price } = result.aboard
  return (
    <div className="text-lg">
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
