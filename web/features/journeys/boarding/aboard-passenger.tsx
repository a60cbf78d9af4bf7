import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { CheckInResult } from './check-in-result.ts'

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
