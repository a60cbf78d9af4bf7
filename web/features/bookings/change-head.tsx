import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import type { BookingConnection, BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { duration, pesos, sentence, theTime } from '#web/lib/format.ts'
import { askPosition } from '#web/lib/walk.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { firstName, wayOf } from './moment-day.tsx'
import type { BookingMoment } from './use-booking-moment.ts'

type Props = { booking: BookingView } & Pick<BookingMoment, 'moment'>

/** Minutes that the first car is late; 0 when it is not, or nobody knows. */
function lateMinutes({ arrivesAt, expectedAt }: BookingConnection): number {
  return Math.max(
    0,
    Math.round((Date.parse(expectedAt ?? arrivesAt) - Date.parse(arrivesAt)) / 6e4),
  )
}

/** Head of a part of a trip with one change: the change ahead, at risk, or broken. */
export function ChangeHead({ booking, moment }: Props) {
  const { connection, from, driver } = booking
  if (!connection) return null
  const late = lateMinutes(connection)
  const first = firstName(driver.name)
  const arrives = connection.expectedAt ?? connection.arrivesAt
  const leaves = sentence(`${first} sale a ${theTime(from.at)}`)
  const lateWords = late > 0 ? `Vas ${duration(late)} tarde` : 'Tu primer carro va a tiempo'
  const faces = {
    broken: {
      state: 'Se rompió tu cambio',
      title: `Tu ${connection.part === 1 ? 'segundo' : 'primer'} carro no va`,
      words:
        `Te devolvimos ese cupo. Este sigue reservado para ${theTime(from.at)}; puedes dejarlo ` +
        'sin costo hasta esa hora.',
    },
    change_missed: {
      state: lateWords,
      title: `No alcanzas el carro de ${first}`,
      words: `Llegas a ${theTime(arrives)} y ${leaves}`,
    },
    change_ahead: {
      state: lateWords,
      title: `Cambias de carro a ${theTime(arrives)}`,
      words: `Tu cambio sigue en pie: ${leaves}`,
    },
  }
  const { words, ...face } = faces[moment as keyof typeof faces]
  const tone = moment === 'change_ahead' ? 'band' : 'warn'
  return (
    <MomentHead {...{ tone, Icon: ArrowLeftRight, aside: wayOf(booking), ...face }}>
      <p role="status" className="mt-1">
        {words}
      </p>
      {moment !== 'broken' && (
        <p className="mt-2 font-semibold">
          Cambio en {connection.changeAt.point?.name ?? connection.changeAt.name}
        </p>
      )}
    </MomentHead>
  )
}

/** The passenger says that the second car was missed; the effect is said before. */
export function SayMissed({ booking, primary }: { booking: BookingView; primary?: boolean }) {
  const [open, setOpen] = useState(false)
  const connectionId = booking.connection?.id ?? ''
  const say = useBookingChange(
    booking,
    async () => {
      const position = (await askPosition(60_000)) ?? undefined
      return await api.connections.missed({ params: { connectionId }, body: { position } })
    },
    () => tellResult([booking.id]),
  )
  return (
    <>
      <Button variant={primary ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        No alcancé el segundo carro
      </Button>
      <ConfirmDialog
        open={open}
        title="¿No alcanzaste el segundo carro?"
        confirm="No alcancé"
        keep="Todavía puedo"
        pending={say.isPending}
        onConfirm={() => say.mutate()}
        onKeep={() => setOpen(false)}
      >
        <p>
          Le avisamos a {booking.driver.name}. Si quedó registrado que el primer carro llegó tarde,
          te devolvemos {pesos(booking.price)}; si no, una persona de Cupo decide y tu cupo sigue.
        </p>
        <p>
          Si tu navegador pide tu ubicación y estás en el punto, sirve de prueba. La usamos una vez
          y no la guardamos.
        </p>
        <ErrorBanner error={say.error} />
      </ConfirmDialog>
    </>
  )
}
